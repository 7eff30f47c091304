//! The promises of a program about its codes, and the meaning of changes to callers.
//!
//! A lock file, an exported catalog and the catalog of the running program have the same type.

mod change_class;
mod changes;
mod compare;
mod diff_error;
mod difference;
mod facts;
mod fields;
mod file;
mod identity;
mod lock;
mod merge;
mod narrower;
mod of_document;
mod read;
mod rules;
mod sections;
mod sets;
mod values;

pub use change_class::ChangeClass;
pub use changes::{Change, Changes};
pub use diff_error::DiffError;
pub use merge::Merge;

use crate::reading::{Program, Sets};
use serde_json::Value;
use std::collections::BTreeMap;
use values::Values;

/// The promises of a program about its codes: from a catalog, an export or a lock file.
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
    /// The program, if known.
    program: Option<Program>,
    codes: BTreeMap<String, Promise>,
    /// Codes that are explained but never used again, each with its replacement.
    retired: BTreeMap<String, Option<String>>,
    /// The codes that commands may end with, if known.
    commands: Option<Sets>,
    /// The codes that tools may end with, if known.
    tools: Option<Sets>,
    /// The meanings of the exit codes that promised codes use, if known.
    exits: Option<BTreeMap<u8, Meaning>>,
    /// Whether it contains every fact; lock files of version 1 contain some.
    whole: bool,
}

/// The promises about one code.
#[derive(Clone, Debug, PartialEq)]
struct Promise {
    /// The static facts by name, with the values of all declarations.
    facts: BTreeMap<&'static str, Values>,
    context: BTreeMap<String, Field>,
    /// Whether the advice is proven, if known: a word of [`Proof::WORDS`](crate::proofs::Proof::WORDS).
    proof: Option<&'static str>,
}

/// The meaning of an exit code.
#[derive(Clone, Debug, PartialEq)]
struct Meaning {
    name: String,
    description: String,
}

/// A field of the context.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    /// The Rust type, as written; several if the declarations of a shared code differ.
    rust_type: String,
    /// The values that it may have.
    schema: Value,
    /// Whether every error with the code has it; the declarations of a shared code may differ.
    always: bool,
    /// The command that lists its valid values.
    values_from: Option<String>,
}
