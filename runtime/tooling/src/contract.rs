//! The contract of a program: the codes, facts and context fields that its callers rely on.
//!
//! A [`Contract`] can be created from a lock file or from a catalog document.
//! [`Contract::changes_to`] compares two contracts and classifies each change by its effect on
//! callers.

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
    /// The exit codes of the codes that any program can fail with, such as panics and invalid
    /// command lines.
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

/// Facts by name, without facts that no error has.
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
    /// If this contract and a newer one probably belong to different programs, returns the reason
    /// as a sentence. Returns `None` if they have a common code.
    pub fn mismatch_with(&self, new: &Self) -> Option<&'static str> {
        let is_mismatch = !self.errors.is_empty()
            && !self.errors.keys().any(|code| new.errors.contains_key(code));
        is_mismatch.then_some(
            "No code is in both catalogs: are they of one program, and are its types linked?",
        )
    }
}
