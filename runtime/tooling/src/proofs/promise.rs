//! The promises of a code to callers that follow its advice.

use crate::document::Document;
use serde_json::{Map, Value};

/// The facts that an agent acts on after a failure.
const FACTS: [&str; 8] = [
    "retryable",
    "retry_after_ms",
    "retry_after_field",
    "retry_strategy",
    "fix_command",
    "actions",
    "actions_field",
    "fix_is_safe",
];

/// The promises of a code.
#[derive(Clone, Debug, PartialEq)]
pub struct Promise {
    /// The code.
    pub code: String,
    /// The facts of each declaration with promises; a shared code has several.
    pub advice: Vec<Value>,
    /// The types and variants that declare it.
    pub declared_by: Vec<String>,
}

/// Returns the codes with promises, sorted. Codes that any program can fail with are left out: agent-error proves their
/// advice itself.
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

    /// Whether a fix command repairs the cause.
    pub fn fixes(&self) -> bool {
        self.has("fix_command")
    }

    /// The fix commands whose destructive words are safe, as declared.
    pub fn safe_fixes(&self) -> Vec<String> {
        let safe = self.advice.iter().filter(|advice| advice.get("fix_is_safe").is_some());
        safe.filter_map(|advice| advice["fix_command"].as_str().map(str::to_owned)).collect()
    }

    /// Whether the same call may succeed later.
    pub fn retries(&self) -> bool {
        FACTS[..4].iter().any(|name| self.has(name))
    }

    /// The actions that are known before a failure.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        let lists = self.advice.iter().filter_map(|advice| advice.get("actions")?.as_array());
        lists.flatten().filter_map(Value::as_str)
    }

    /// Whether a failure lists actions.
    pub fn lists_actions(&self) -> bool {
        self.has("actions_field")
    }
}
