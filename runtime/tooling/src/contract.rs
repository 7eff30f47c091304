//! The contract of a program: the codes, facts and context fields that its callers rely on.
//!
//! A [`Contract`] can be created from a lock file or from a catalog document.
//! [`Contract::changes_to`] compares two contracts and classifies each change by its effect on
//! callers.

mod catalog;
mod changes;
mod classification;
mod compare;
mod defaults;
mod fields;
mod lock;
mod rule;
mod schema_compatibility;
mod values;

pub use changes::{Change, ChangeClass, Changes};

use crate::document::Sets;
use agent_error::exit;
use agent_error::facts::SideEffects;
use rule::Rule;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
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
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    program: Option<String>,
    errors: BTreeMap<String, CodeContract>,
    /// The codes that any program can fail with, such as those of panics and invalid command lines.
    /// Only contains the facts that programs branch on.
    every_program: BTreeMap<String, Facts>,
    /// The rules that assign codes to errors of other libraries, in order of precedence.
    rules: Vec<Rule>,
    /// The rules that each type applies, by the path of the type. Contains all types if any of them has
    /// rules.
    rules_of_types: BTreeMap<String, Vec<Rule>>,
    /// Retired codes, which must not be reused.
    retired: BTreeSet<String>,
    /// The codes that each command can fail with, if known.
    commands: Option<Sets>,
    /// The codes that each tool can fail with, if known.
    tools: Option<Sets>,
    /// What scripts can assume about the exit codes that the program's own codes use.
    exits: BTreeMap<u8, Facts>,
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
#[serde(from = "lock::LockedField", into = "lock::LockedField")]
struct Field {
    /// The Rust type, and how its values are shown. If the declarations of a shared code differ,
    /// lists all of them.
    rust_type: String,
    /// The JSON Schemas of the field's values.
    schema: Values,
    /// Whether some errors with this code lack the field.
    optional: bool,
    /// The command that lists the field's valid values.
    values_from: Values,
}

impl Contract {
    /// If this contract and a newer one probably belong to different programs, returns the reason
    /// as a sentence. Returns `None` if they have a common code.
    pub fn mismatch_with(&self, new: &Self) -> Option<&'static str> {
        let has_common_code = self.errors.keys().any(|code| new.errors.contains_key(code));
        if has_common_code || self.errors.is_empty() {
            return None;
        }
        Some("No code is in both catalogs: are they of one program, and are its types linked?")
    }
}

/// Returns the facts of each exit code. They follow from the program's own codes that use it.
fn implied_by_codes(errors: &BTreeMap<String, CodeContract>) -> BTreeMap<u8, Facts> {
    let codes: Vec<&Facts> = errors.values().map(|code| &code.facts).collect();
    let used: BTreeSet<u8> = codes.iter().flat_map(|code| exit_codes(code)).collect();
    let mut exits = BTreeMap::new();
    for exit in used {
        let mut promises = implied_by_codes_with(exit, &codes);
        if let Some(entry) = exit::entry(exit) {
            promises.insert("name".to_owned(), Values::new([json!(entry.name)]));
        }
        exits.insert(exit, promises);
    }
    exits
}

/// Returns the values of a fact.
fn values_of(facts: &Facts, name: &str) -> Values {
    facts.get(name).cloned().unwrap_or_default()
}

/// Returns the exit codes of the errors with a code.
fn exit_codes(facts: &Facts) -> Vec<u8> {
    let mut exits = Vec::new();
    for value in values_of(facts, "exit_code").0 {
        exits.extend(value.as_u64().and_then(|exit| u8::try_from(exit).ok()));
    }
    exits
}

/// Returns whether all codes with an exit code are retryable, and the side effects that they share.
fn implied_by_codes_with(exit: u8, codes: &[&Facts]) -> Facts {
    let mut are_retryable = true;
    let mut effects = Vec::new();
    for code in codes {
        if exit_codes(code).contains(&exit) {
            are_retryable &= values_of(code, "retryable").are_only(&json!(true));
            effects.extend(values_of(code, "side_effects").0);
        }
    }
    let shared_effects = match Values::new(effects).only() {
        Some(only) => only.clone(),
        None => json!(SideEffects::Unknown.as_str()),
    };
    outcome(json!(are_retryable), shared_effects)
}

/// Returns what an exit code says about a failed call.
fn outcome(retryable: Value, side_effects: Value) -> Facts {
    Facts::from([
        ("retryable".to_owned(), Values::new([retryable])),
        ("side_effects".to_owned(), Values::new([side_effects])),
    ])
}
