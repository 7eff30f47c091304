//! The promises of a program about its codes, and the meaning of changes to callers.
//!
//! A lock file, an exported catalog and the catalog of the running program have the same type.

mod change_class;
mod changes;
mod compare;
mod diff_error;
mod difference;
mod fields;
mod file;
mod identity;
mod lock;
mod merge;
mod narrower;
mod of_document;
mod read;
mod sets;

pub use change_class::ChangeClass;
pub use changes::{Change, Changes};
pub use diff_error::DiffError;
pub use merge::Merge;

use crate::reading::{Program, Sets};
use serde_json::Value;
use std::collections::BTreeMap;

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
    /// Whether it contains every fact; lock files of version 1 contain some.
    whole: bool,
}

/// The promises about one code.
#[derive(Clone, Debug, PartialEq)]
struct Promise {
    /// The static facts by name, as in the catalog as JSON.
    facts: BTreeMap<&'static str, Value>,
    context: BTreeMap<String, Field>,
    /// Whether the advice is proven, if known: a word of `catalog::proof::Proof`.
    proof: Option<&'static str>,
}

/// A field of the context.
#[derive(Clone, Debug, PartialEq)]
struct Field {
    /// The Rust type, as written.
    rust_type: String,
    /// The values that it may have.
    schema: Value,
    /// Whether every error with the code has it; the declarations of a shared code may differ.
    always: bool,
}

impl Promise {
    /// Adds the context of another declaration of the same code.
    fn add_context(&mut self, other: BTreeMap<String, Field>) {
        for (name, field) in &mut self.context {
            field.always &= other.get(name).is_some_and(|other| other.always);
        }
        for (name, mut field) in other {
            match self.context.get_mut(&name) {
                None => {
                    field.always = false;
                    self.context.insert(name, field);
                }
                Some(known) if known.schema != field.schema => {
                    known.schema = either(&known.schema, field.schema);
                    known.rust_type = format!("{} or {}", known.rust_type, field.rust_type);
                }
                Some(_) => {}
            }
        }
    }
}

/// The values that one of the two schemas accepts.
fn either(known: &Value, other: Value) -> Value {
    let mut all = match &known["anyOf"] {
        Value::Array(several) => several.clone(),
        _ => vec![known.clone()],
    };
    if !all.contains(&other) {
        all.push(other);
    }
    serde_json::json!({"anyOf": all})
}
