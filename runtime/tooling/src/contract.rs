//! The contract of a program: the codes, facts and context fields that its callers rely on.
//!
//! A [`Contract`] can be created from a lock file or from a catalog document. [`Contract::changes_to`] compares two
//! contracts and classifies each change by its effect on callers.

mod catalog;
mod changes;
mod compare;
mod lock;
mod rules;
mod schema_compatibility;
mod values;

pub use changes::{Change, ChangeClass, Changes};

use crate::document::{Program, Sets};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use values::Values;

/// The promises of a program about its codes, as recorded in a lock file or a catalog document.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// use agent_error_tooling::{ChangeClass, Contract};
///
/// # #[derive(Debug, thiserror::Error, AgentError)]
/// # #[error("no such user")]
/// # #[code("USER_NOT_FOUND", exit = 5)]
/// # struct NoUser;
/// let document = Catalog::of::<NoUser>().document();
///
/// let old: Contract = document.replace("\"exit_code\": 5", "\"exit_code\": 4").parse().unwrap();
/// let new: Contract = document.parse().unwrap();
/// let changes = old.changes_to(&new);
/// assert!(!changes.are_compatible());
/// assert_eq!(changes.iter().next().unwrap().to_string(), "USER_NOT_FOUND: exit code 4 became 5");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<Program>,
    errors: BTreeMap<String, CodeContract>,
    /// The exit codes of the codes that any program can fail with, such as panics and invalid command lines.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    every_program: BTreeMap<String, Values>,
    /// Retired codes, which must not be reused.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    retired: BTreeSet<String>,
    /// The codes that each command can fail with, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<Sets>,
    /// The codes that each tool can fail with, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Sets>,
    /// The exit codes that the program's own codes use, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    exits: Option<BTreeMap<u8, Facts>>,
}

/// Facts by name. A fact that no error has is missing.
type Facts = BTreeMap<String, Values>;

/// The promises about a code.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct CodeContract {
    #[serde(default)]
    context: BTreeMap<String, Field>,
    /// The other facts, such as `exit_code`.
    #[serde(flatten)]
    facts: Facts,
}

/// A context field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Field {
    /// The Rust type. If the declarations of a shared code use different types, lists all of them.
    rust_type: String,
    /// The JSON Schemas of the field's values.
    #[serde(serialize_with = "lock::sorted")]
    schema: Values,
    /// Whether some errors with this code lack the field.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
    /// The command that lists the field's valid values.
    #[serde(skip_serializing_if = "Option::is_none")]
    values_from: Option<String>,
}

impl Field {
    fn presence(&self) -> Values {
        Values::presence([true, !self.optional])
    }
}

impl Contract {
    /// Sets the name and version of the package if the catalog doesn't name its program. They're only used to detect
    /// contracts of different programs.
    #[must_use]
    pub fn of_package(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        let package = || Program { name: name.into(), version: Some(version.into()), is_package: true };
        self.program.get_or_insert_with(package);
        self
    }

    /// Checks whether this contract and a newer one are plausible versions of the same program. If not, returns the
    /// reason as a sentence.
    ///
    /// Reports contracts with different program names and few common codes, contracts without any common code, and an
    /// older contract whose version is higher.
    pub fn mismatch_with(&self, new: &Self) -> Option<String> {
        let common = self.errors.keys().filter(|code| new.errors.contains_key(*code)).count();
        let smaller = self.errors.len().min(new.errors.len());
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
