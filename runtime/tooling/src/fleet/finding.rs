//! Findings about codes that several programs declare inconsistently.

use crate::words::words;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use std::fmt::Write as _;

/// The maximum number of items in a list within a sentence.
const MAX_NAMES: usize = 3;

words! {
    /// A kind of inconsistency between the programs that declare a code.
    pub enum FleetFindingKind {
        /// Different types declare the code.
        DuplicateCode = "duplicate_code",
        /// The exit code depends on the program.
        ExitCodeDiffers = "exit_code_differs",
        /// Whether to retry, the delay or the retry strategy depends on the program.
        RetryDiffers = "retry_differs",
        /// The side effects of a failed call depend on the program.
        SideEffectsDiffer = "side_effects_differ",
        /// The HTTP status depends on the program.
        HttpStatusDiffers = "http_status_differs",
    }
}

/// An inconsistency between the programs that declare a code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FleetFinding {
    /// The kind of problem.
    pub kind: FleetFindingKind,
    /// The code that the programs declare.
    pub code: String,
    /// The problem and its remedy.
    pub text: String,
    /// The programs, grouped by the value that they declare.
    pub groups: Vec<ProgramGroup>,
}

/// The programs that declare the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgramGroup {
    /// The value. For [`FleetFindingKind::DuplicateCode`], the path of the declaring type, or null if unknown.
    pub value: Value,
    /// The names of the programs, sorted.
    pub programs: Vec<String>,
}

impl FleetFinding {
    pub(super) fn new(kind: FleetFindingKind, code: &str, groups: Vec<ProgramGroup>) -> Self {
        let listed = listed(groups.iter().map(|group| described(kind, group)));
        let text = match kind {
            FleetFindingKind::DuplicateCode => {
                format!("different types declare it: {listed}; rename it, or declare it in a library that all use")
            }
            FleetFindingKind::ExitCodeDiffers => format!("the exit code is {listed}; use the same exit code"),
            FleetFindingKind::RetryDiffers => format!("the error is {listed}; declare the same retry facts"),
            FleetFindingKind::SideEffectsDiffer => {
                format!("the side effects are {listed}; declare the same side effects")
            }
            FleetFindingKind::HttpStatusDiffers => format!("the HTTP status is {listed}; use the same status"),
        };
        Self { kind, code: code.to_owned(), text, groups }
    }
}

/// Describes a group, such as `5 in api and worker`.
fn described(kind: FleetFindingKind, group: &ProgramGroup) -> String {
    let programs = listed(group.programs.iter().cloned());
    let value = match (&group.value, kind) {
        (Value::Null, _) => return programs,
        (Value::String(path), FleetFindingKind::DuplicateCode) => format!("`{path}`"),
        (value, FleetFindingKind::RetryDiffers) => retry(value),
        (Value::Array(several), _) => several.iter().map(plain).collect::<Vec<_>>().join(" or "),
        (value, _) => plain(value),
    };
    format!("{value} in {programs}")
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Describes retry facts, such as `retryable after 500 ms (exponential)`.
fn retry(facts: &Value) -> String {
    if let Value::Array(several) = facts {
        return several.iter().map(retry).collect::<Vec<_>>().join(" or ");
    }
    if facts["retryable"] != true {
        return "not retryable".to_owned();
    }
    let mut text = "retryable".to_owned();
    // Writing to a string can't fail.
    let _ = match (&facts["retry_after_ms"], &facts["retry_after_field"]) {
        (Value::Number(wait), _) => write!(text, " after {wait} ms"),
        (_, Value::String(field)) => write!(text, " after the time in `{field}`"),
        _ => Ok(()),
    };
    if let Value::String(strategy) = &facts["retry_strategy"] {
        let _ = write!(text, " ({strategy})");
    }
    text
}

/// Joins items for use in a sentence. If there are too many, lists the first ones, followed by the number of remaining
/// items.
fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let all = items.len();
    let mut items: Vec<String> = match all > MAX_NAMES {
        true => items.take(MAX_NAMES - 1).collect(),
        false => items.collect(),
    };
    if items.len() < all {
        items.push(format!("{} others", all - items.len()));
    }
    match items.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => items.concat(),
    }
}

impl Serialize for FleetFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("text", &self.text)?;
        map.serialize_entry("groups", &self.groups)?;
        map.end()
    }
}

impl Serialize for ProgramGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("value", &self.value)?;
        map.serialize_entry("programs", &self.programs)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{listed, retry};
    use serde_json::json;

    #[test]
    fn long_lists_are_shortened() {
        let names = |count: usize| listed((0..count).map(|number| number.to_string()));
        assert_eq!([names(1), names(2), names(3)], ["0", "0 and 1", "0, 1 and 2"]);
        assert_eq!(names(4), "0, 1 and 2 others");
    }

    #[test]
    fn retry_facts_are_described() {
        for (facts, expected) in [
            (json!({"retryable": false}), "not retryable"),
            (json!({"retryable": true}), "retryable"),
            (json!({"retryable": true, "retry_after_ms": 500}), "retryable after 500 ms"),
            (json!({"retryable": true, "retry_after_field": "wait"}), "retryable after the time in `wait`"),
            (json!({"retryable": true, "retry_strategy": "exponential"}), "retryable (exponential)"),
        ] {
            assert_eq!(retry(&facts), expected);
        }
    }
}
