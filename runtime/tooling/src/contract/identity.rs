//! Detects contracts of different programs, and contracts that were passed in the wrong order.

use super::Contract;
use crate::document::Program;
use std::fmt;

impl Contract {
    /// Returns the name of the program, if known.
    pub fn program(&self) -> Option<&str> {
        self.program.as_ref().map(|program| program.name.as_str())
    }

    /// Returns the version of the program, if known.
    pub fn version(&self) -> Option<&str> {
        self.program.as_ref().and_then(|program| program.version.as_deref())
    }

    /// Checks whether this contract and a newer one are plausible versions of the same program. If not, returns the
    /// reason as a sentence.
    ///
    /// Reports contracts with different program names and few common codes, contracts without any common code, and an
    /// older contract whose version is higher.
    pub fn mismatch_with(&self, new: &Self) -> Option<String> {
        let common = self.codes.keys().filter(|code| new.codes.contains_key(*code)).count();
        let smaller = self.codes.len().min(new.codes.len());
        match (&self.program, &new.program) {
            (Some(old), Some(new)) if old.name != new.name && 2 * common < smaller => {
                Some(format!("The older catalog is that of {old}, the newer one that of {new}: are they one program?"))
            }
            _ if common == 0 && smaller > 0 => {
                Some("No code is in both catalogs: are they of one program, and are its types linked?".to_owned())
            }
            (Some(old), Some(new)) if is_higher(old, new) => Some(format!(
                "The older catalog is that of {old}, which is newer than {new}: are the two in the wrong order?"
            )),
            _ => None,
        }
    }
}

/// Whether `one` has a higher version than `other`. Ignores pre-release and build suffixes. Returns `false` if a
/// version isn't numeric.
fn is_higher(one: &Program, other: &Program) -> bool {
    let numbers = |program: &Program| -> Option<Vec<u64>> {
        let version = program.version.as_deref()?;
        let release = version.split(['-', '+']).next()?;
        release.split('.').map(|number| number.parse().ok()).collect()
    };
    numbers(one).zip(numbers(other)).is_some_and(|(one, other)| one > other)
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.name)?;
        self.version.as_ref().map_or(Ok(()), |version| write!(f, " {version}"))
    }
}
