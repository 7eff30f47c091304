//! Promises: the parts of a code's advice that a test can verify.

use crate::document::Document;
use serde_json::{Map, Value};

/// The facts that an agent acts on after a failure.
const FACTS: [&str; 7] =
    ["retryable", "retry_after_ms", "retry_after_field", "retry_strategy", "fix_command", "actions", "actions_field"];

/// A code's promise that its advice helps. A code makes a promise if it has a fix, actions or retry facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// The code that makes the promise.
    pub code: String,
    /// The relevant facts of each declaration. Contains several elements if the declarations of a shared code differ.
    pub advice: Vec<Value>,
    /// The paths of the types and variants that declare the code.
    pub declared_by: Vec<String>,
}

/// Returns the promises of all codes, sorted by code. Excludes the codes that agent-error adds to every program.
/// Tests of agent-error cover their advice.
pub fn promises(document: &Document) -> Vec<Promise> {
    let listed = document.entries().filter(|code| !code.is_of_every_program);
    let promised = listed.filter_map(|code| {
        let mut advice: Vec<Value> = Vec::new();
        let mut declared_by = Vec::new();
        for declared in code.declarations() {
            let facts = FACTS.iter().filter_map(|name| Some(((*name).to_owned(), declared.value(name)?.clone())));
            let is_advice = |value: &Value| *value != Value::Bool(false) && *value != Value::Array(Vec::new());
            let facts: Map<String, Value> = facts.filter(|(_, value)| is_advice(value)).collect();
            if facts.is_empty() {
                continue;
            }
            if !advice.contains(&Value::Object(facts.clone())) {
                advice.push(facts.into());
            }
            declared_by.extend((!declared.path().is_empty()).then(|| declared.path().to_owned()));
        }
        (!advice.is_empty()).then(|| Promise { code: code.code().to_owned(), advice, declared_by })
    });
    promised.collect()
}

impl Promise {
    fn has(&self, name: &str) -> bool {
        self.advice.iter().any(|advice| advice.get(name).is_some())
    }

    /// Whether the advice includes a fix command.
    pub fn fixes(&self) -> bool {
        self.has("fix_command")
    }

    /// Whether the advice includes retrying the same call.
    pub fn retries(&self) -> bool {
        FACTS[..4].iter().any(|name| self.has(name))
    }

    /// Returns the actions that are known before a failure occurs.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        let lists = self.advice.iter().filter_map(|advice| advice.get("actions")?.as_array());
        lists.flatten().filter_map(Value::as_str)
    }

    /// Whether each error lists its own actions.
    pub fn lists_actions(&self) -> bool {
        self.has("actions_field")
    }
}
