//! Whose contract it is: files of other programs, and of newer versions, are named as such.

use super::{Contract, Program};
use std::fmt;

impl Contract {
    /// What the program is called, if that is known.
    pub fn program(&self) -> Option<&str> {
        self.program.as_ref().map(|program| program.name.as_str())
    }

    /// The version of the program, if that is known.
    pub fn version(&self) -> Option<&str> {
        self.program.as_ref().and_then(|program| program.version.as_deref())
    }

    /// Why the two can hardly be an older and a newer version of one program, in a sentence: they have other names and
    /// few codes in common, no code in common at all, or the older one has the higher version.
    pub fn mistaken_for(&self, new: &Self) -> Option<String> {
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

/// Whether the version of one program is higher than that of the same program.
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
