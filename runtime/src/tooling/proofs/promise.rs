//! The promises of a code to callers that follow its advice.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The facts that an agent acts on after a failure.
const FACTS: [&str; 7] =
    ["retryable", "retry_after_ms", "retry_after_field", "retry_strategy", "fix_command", "actions", "actions_field"];

/// The promises of a code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Promise {
    pub(crate) code: String,
    /// The facts of each declaration with promises; a shared code has several.
    pub(crate) advice: Vec<Value>,
    pub(crate) declared_by: Vec<String>,
}

/// The codes with promises, sorted, from a catalog as `errors list --all` or `errors export` writes it as JSON.
pub(crate) fn promises(catalog: &Value) -> Vec<Promise> {
    let mut codes: BTreeMap<&str, Promise> = BTreeMap::new();
    let listed = catalog.pointer("/data/errors").or_else(|| catalog.get("errors"));
    let listed = listed.and_then(Value::as_array).into_iter().flatten();
    // What this crate promises, it proves itself.
    let listed = listed.filter(|entry| entry["of_every_program"] != true);
    let also = |entry: &'_ Value| entry["also_declared"].as_array().cloned().unwrap_or_default();
    let declared: Vec<Value> = listed.flat_map(|entry| std::iter::once(entry.clone()).chain(also(entry))).collect();
    for entry in &declared {
        let Some(code) = entry["code"].as_str() else { continue };
        let advice: Map<String, Value> = FACTS
            .iter()
            .map(|name| ((*name).to_owned(), entry[*name].clone()))
            .filter(|(_, value)| {
                !matches!(value, Value::Null | Value::Bool(false)) && *value != Value::Array(Vec::new())
            })
            .collect();
        if advice.is_empty() {
            continue;
        }
        let empty = || Promise { code: code.to_owned(), advice: Vec::new(), declared_by: Vec::new() };
        let promise = codes.entry(code).or_insert_with(empty);
        if !promise.advice.contains(&Value::Object(advice.clone())) {
            promise.advice.push(advice.into());
        }
        promise.declared_by.extend(entry["declared_by"].as_str().map(str::to_owned));
    }
    codes.into_values().collect()
}

impl Promise {
    fn has(&self, name: &str) -> bool {
        self.advice.iter().any(|advice| advice.get(name).is_some())
    }

    pub(crate) fn fixes(&self) -> bool {
        self.has("fix_command")
    }

    pub(crate) fn retries(&self) -> bool {
        FACTS[..4].iter().any(|name| self.has(name))
    }

    /// The actions that are known before a failure.
    pub(crate) fn actions(&self) -> impl Iterator<Item = &str> {
        let lists = self.advice.iter().filter_map(|advice| advice.get("actions")?.as_array());
        lists.flatten().filter_map(Value::as_str)
    }

    /// Whether a failure lists actions.
    pub(crate) fn lists_actions(&self) -> bool {
        self.has("actions_field")
    }
}
