//! Problem details from other servers that don't fully comply with RFC 9457.

use crate::definition::part::Part;
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::format::parsing::foreign;
use serde_json::{Map, Value};

/// Whether an object looks like problem details.
pub(super) fn is_problem(value: &Value) -> bool {
    let has = |name: &str| value.get(name).is_some_and(Value::is_string);
    has("title") && (has("detail") || has("type") || value.get("status").is_some_and(Value::is_u64))
}

/// Parses problem details that have members of the wrong type. Standard members of the wrong type are ignored (RFC
/// 9457, section 3.1). Members that only share the name of one of our members become context values.
pub(super) fn read(value: &Value) -> ErrorRecord {
    let Some(members) = value.as_object() else { return foreign::read(value) };
    let (mut own, mut other) = (Map::new(), Vec::new());
    for (name, value) in members {
        let fits = match name.as_str() {
            "type" | "title" | "detail" | "instance" if !value.is_string() => continue,
            "code" | "cause" | "explanation" | "message" => value.is_string(),
            name if Part::named(name).is_some() => value.is_string(),
            "retryable" => value.is_boolean(),
            "context" => value.is_object(),
            "causes" | "actions" => value.as_array().is_some_and(|list| list.iter().all(Value::is_string)),
            "exit_code" => false,
            _ => true,
        };
        match fits {
            true => drop(own.insert(name.clone(), value.clone())),
            false => other.push((name.clone(), value.clone())),
        }
    }
    let parsed = Format::Problem.parse(&Value::Object(own).to_string());
    let mut record = parsed.unwrap_or_else(|_| ErrorRecord::unknown("", ""));
    record.context.extend(other.into_iter().map(foreign::kept));
    record
}
