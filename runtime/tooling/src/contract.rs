//! The contract of a program: the codes, facts and context fields that its callers rely on.
//!
//! A [`Contract`] can be created from a lock file or from a catalog document. [`Contract::changes_to`] compares two
//! contracts and classifies each change by its effect on callers.

mod change_class;
mod changes;
mod command_codes;
mod compare;
mod diff_error;
mod facts;
mod fields;
mod file;
mod identity;
mod lock;
mod merge;
mod of_document;
mod read;
mod rules;
mod schema_compatibility;
mod schema_difference;
mod sections;
mod values;

pub use change_class::ChangeClass;
pub use changes::{Change, Changes};
pub use diff_error::DiffError;
pub use merge::ConflictSides;

use crate::document::{Program, Sets};
use serde_json::Value;
use std::collections::BTreeMap;
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
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// The name and version of the program, if known.
    program: Option<Program>,
    codes: BTreeMap<String, CodeContract>,
    /// Retired codes, which must not be reused. Each has an optional note about its replacement.
    retired: BTreeMap<String, Option<String>>,
    /// The codes that each command can fail with, if known.
    commands: Option<Sets>,
    /// The codes that each tool can fail with, if known.
    tools: Option<Sets>,
    /// The meanings of the exit codes that the program's codes use, if known.
    exits: Option<BTreeMap<u8, Meaning>>,
    /// Whether the contract contains every fact. Version 1 lock files only contain some facts.
    whole: bool,
}

/// The promises about a code.
#[derive(Clone, Debug, PartialEq)]
struct CodeContract {
    /// Maps each static fact, such as `exit_code`, to its values in all declarations.
    facts: BTreeMap<&'static str, Values>,
    context: BTreeMap<String, Field>,
}

/// The meaning of an exit code.
#[derive(Clone, Debug, PartialEq)]
struct Meaning {
    name: String,
    description: String,
}

/// A context field.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    /// The Rust type. If the declarations of a shared code use different types, lists all of them.
    rust_type: String,
    /// The JSON Schema of the field's values.
    schema: Value,
    /// Whether every error with this code has the field. The declarations of a shared code may differ.
    always: bool,
    /// The command that lists the field's valid values.
    values_from: Option<String>,
}
