//! Converts the inputs of test cases to errors.

use super::framework;
use crate::{clean, text};
use agent_error::__private::fields;
use agent_error::facts::Severity;
use agent_error::ready::{
    InvalidDiscriminator, InvalidFields, MissingDiscriminator, MissingField, RateLimited,
    UnknownAction,
};
use agent_error::{AgentError as _, ErrorRecord, FieldError};
use serde_json::Value;
use std::time::Duration;

/// Creates the error of a test case. Uses the equivalent API of this crate, if there is one.
/// Returns `None` if the input doesn't say what happened.
pub(super) fn record(case: &Value, kind: &str) -> Option<ErrorRecord> {
    let input = &case["input"];
    let record = match kind {
        "error" => {
            let code = text(input, "code").unwrap_or_default();
            framework(ErrorRecord::new(code, text(input, "message").unwrap()))
        }
        "required" => {
            let field = text(input, "field").unwrap().to_owned();
            framework(MissingField::new(field).record())
        }
        "toolError" | "errorBuilder" => built(case),
        "errorBuilder_chain" => chain(case),
        "validation_direct" => {
            let issues = input["issues"]
                .as_array()
                .unwrap()
                .iter()
                .map(|issue| field_error(input, issue));
            InvalidFields::new(text(input, "action").unwrap(), issues).record()
        }
        "routing" => routed(input)?,
        "routing_unknown_tool" => {
            let tool = text(input, "tool").unwrap();
            ErrorRecord::new("UNKNOWN_TOOL", format!("Tool \"{tool}\" does not exist."))
                .with_suggestion("Check the available tools via tools/list and call a valid one.")
        }
        "server_busy" => {
            let count = |key: &str| input[key].as_u64().unwrap_or_default();
            let (tool, active, queued) = (
                text(input, "tool").unwrap_or_default(),
                count("active"),
                count("queued"),
            );
            let message =
                format!("Tool \"{tool}\" is at capacity ({active} active, {queued} queued).");
            ErrorRecord::new("SERVER_BUSY", message)
                .with_suggestion("Reduce concurrent calls. Send requests sequentially.")
        }
        "rate_limit" => {
            let mut record = rate_limited(input).record();
            let fields = fields(&mut record);
            let code = text(input, "error_code").unwrap_or("RATE_LIMITED");
            code.clone_into(&mut fields.code);
            fields.context.__retain(|_| false);
            record
        }
        other => panic!("unknown kind {other} of {}", case["name"]),
    };
    Some(record)
}

/// Creates the error of `toolError()` or of the builder with all its options.
fn built(case: &Value) -> ErrorRecord {
    let input = &case["input"];
    let mut record = ErrorRecord::new(
        text(input, "code").unwrap_or_default(),
        text(input, "message").unwrap(),
    );
    if let Some(suggestion) = text(input, "suggestion") {
        record = record.with_suggestion(suggestion);
    }
    let severity = text(input, "severity").and_then(|word| word.parse().ok());
    record = record.with_severity(severity.unwrap_or(Severity::Error));
    for action in input["actions"].as_array().into_iter().flatten() {
        record = record.with_actions([action.as_str().unwrap()]);
    }
    // Sort the details as in the output. JavaScript orders numeric keys first, but the JSON input
    // doesn't.
    let theirs = text(&case["output"], "text").unwrap_or_default();
    let mut details: Vec<(&String, &Value)> =
        input["details"].as_object().into_iter().flatten().collect();
    details.sort_by_key(|(key, _)| theirs.find(&format!("<detail key=\"{}\">", attribute(key))));
    for (key, value) in details {
        // The builder can't set members of the prototype, so they're missing.
        if theirs.contains(&format!("<detail key=\"{}\">", attribute(key))) {
            record = record.with_context(key.clone(), value.clone());
        }
    }
    // In Vurb.ts, a delay of zero is no delay.
    if let Some(wait) = input["retry_after"]
        .as_f64()
        .filter(|wait| *wait != 0.0)
        .and_then(|wait| Duration::try_from_secs_f64(wait).ok())
    {
        record = record.with_retry_after(wait);
    }
    record
}

/// Applies the builder's methods in order.
fn chain(case: &Value) -> ErrorRecord {
    let input = &case["input"];
    let mut record = built(case);
    let calls = ["calls", "chain", "steps"]
        .into_iter()
        .find_map(|key| input[key].as_array());
    for call in calls.into_iter().flatten() {
        let call: Vec<&Value> = call.as_array().into_iter().flatten().collect();
        let [method, arguments @ ..] = call.as_slice() else {
            panic!("a call without a method in {}", case["name"])
        };
        let argument = || arguments[0].as_str().unwrap_or_default();
        record = match method.as_str().unwrap() {
            "suggest" => record.with_suggestion(argument()),
            "actions" => arguments.iter().fold(record, |record, action| {
                record.with_actions([action.as_str().unwrap()])
            }),
            "warning" => record.with_severity(Severity::Warning),
            "critical" => record.with_severity(Severity::Critical),
            "severity" => record.with_severity(argument().parse().unwrap_or(Severity::Error)),
            "details" => arguments[0]
                .as_object()
                .into_iter()
                .flatten()
                .fold(record, |record, (key, value)| {
                    record.with_context(key.clone(), value.clone())
                }),
            "retryAfter" => {
                match Duration::try_from_secs_f64(arguments[0].as_f64().unwrap_or_default()) {
                    Ok(wait) => record.with_retry_after(wait),
                    Err(_) => record,
                }
            }
            other => panic!("unknown method {other} in {}", case["name"]),
        };
    }
    record
}

/// Escapes a string as the original does in attributes.
fn attribute(text: &str) -> String {
    let escapes = [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ("\"", "&quot;"),
        ("'", "&apos;"),
    ];
    escapes
        .iter()
        .fold(text.to_owned(), |text, (character, escape)| {
            text.replace(character, escape)
        })
}

/// Creates the framework's error for a missing, mistyped or unknown action.
fn routed(input: &Value) -> Option<ErrorRecord> {
    let field = text(input, "discriminator").unwrap().to_owned();
    let names = || {
        input["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| action.as_str().unwrap().to_owned())
    };
    let available: Vec<String> = names().collect();
    let record = match input["args"].get(&field) {
        None => MissingDiscriminator::new(field, available).record(),
        Some(Value::String(action)) if action.is_empty() => {
            MissingDiscriminator::new(field, available).record()
        }
        Some(Value::String(action)) if available.contains(action) => return None,
        Some(Value::String(action)) => UnknownAction::new(action.clone(), names()).record(),
        Some(other) => {
            let got = match other {
                Value::Number(_) => "number",
                Value::Bool(_) => "boolean",
                _ => "object",
            };
            InvalidDiscriminator::new(field, got, available).record()
        }
    };
    Some(framework(record))
}

fn rate_limited(input: &Value) -> RateLimited {
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    let window = (number(&input["window_ms"]) + 500) / 1000;
    let wait = number(&input["entry"]["resetMs"]);
    RateLimited::new(text(input, "key").unwrap(), Duration::from_millis(wait))
        .limit(number(&input["max"]), Duration::from_secs(window))
}

/// Converts an issue of the schema library to a field error.
fn field_error(input: &Value, issue: &Value) -> FieldError {
    let path: Vec<String> = issue["path"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| {
            part.as_str()
                .map_or_else(|| part.to_string(), str::to_owned)
        })
        .collect();
    let field = if path.is_empty() {
        "(root)".to_owned()
    } else {
        path.join(".")
    };
    let error = FieldError::new(field, text(issue, "message").unwrap());
    let sent = path
        .iter()
        .try_fold(&input["args"], |value, part| match value {
            Value::Object(members) => members.get(part),
            Value::Array(values) => part
                .parse::<usize>()
                .ok()
                .and_then(|index| values.get(index)),
            _ => None,
        });
    let error = match sent.filter(|_| !path.is_empty()) {
        Some(value) => error.sent(value.clone()),
        None => error.missing(),
    };
    with_expectation(error, issue)
}

/// Adds the framework's description of the valid values.
fn with_expectation(error: FieldError, issue: &Value) -> FieldError {
    let number = |key: &str| match &issue[key] {
        Value::Object(special) => special["$js"]
            .as_str()
            .unwrap()
            .trim_end_matches('n')
            .to_owned(),
        other => other.to_string(),
    };
    // Version 4 of the library renamed `type` to `origin`.
    let kind = text(issue, "type")
        .or_else(|| text(issue, "origin"))
        .unwrap_or_default();
    let plural =
        |count: &str, noun: &str| format!("{count} {noun}{}", if count == "1" { "" } else { "s" });
    let inclusive = issue["inclusive"] != false;
    let sentence = match (text(issue, "code").unwrap(), kind) {
        ("invalid_type", _) => format!("Expected type: {}.", text(issue, "expected").unwrap()),
        ("too_small", "string") => format!(
            "Minimum length: {}.",
            plural(&number("minimum"), "character")
        ),
        ("too_big", "string") => format!(
            "Maximum length: {}.",
            plural(&number("maximum"), "character")
        ),
        ("too_small", "array") => format!("Minimum {}.", plural(&number("minimum"), "item")),
        ("too_big", "array") => format!("Maximum {}.", plural(&number("maximum"), "item")),
        ("too_small", "date") if number("minimum") == "0" => {
            "Must be after 1970-01-01T00:00:00.000Z.".to_owned()
        }
        ("too_small", _) => format!(
            "Must be {} {}.",
            if inclusive { ">=" } else { ">" },
            number("minimum")
        ),
        ("too_big", _) => format!(
            "Must be {} {}.",
            if inclusive { "<=" } else { "<" },
            number("maximum")
        ),
        ("invalid_date", _) => "Expected a valid date string (ISO 8601).".to_owned(),
        ("unrecognized_keys", _) => {
            let keys: Vec<String> = issue["keys"]
                .as_array()
                .unwrap()
                .iter()
                .map(|key| format!("'{}'", key.as_str().unwrap()))
                .collect();
            format!(
                "Remove or correct unrecognized fields: {}. Check for typos.",
                keys.join(", ")
            )
        }
        ("invalid_enum_value", _) => {
            let options = issue["options"].as_array().unwrap().iter();
            return error.options(options.map(|option| {
                option
                    .as_str()
                    .map_or_else(|| option.to_string(), str::to_owned)
            }));
        }
        _ => return error,
    };
    error.expected(sentence)
}

/// Sanitizes the input's strings in a document.
pub(super) fn sanitized(input: &Value, document: &str) -> String {
    let mut document = document.to_owned();
    for string in strings(input) {
        let clean = clean(string);
        if clean != string {
            document = document.replace(&attribute(string), &attribute(&clean));
            document = document.replace(&element(string), &element(&clean));
        }
    }
    document
}

/// Returns all strings in a value, including the names of members.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(strings).collect(),
        Value::Object(members) => {
            let names = members.keys().map(String::as_str);
            names.chain(members.values().flat_map(strings)).collect()
        }
        _ => Vec::new(),
    }
}

/// Escapes a string as the original does in elements.
pub(super) fn element(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Removes a wait that is too long for a `Duration`.
pub(super) fn without_long_wait(expected: &str) -> String {
    let is_kept = |line: &&str| {
        let wait = line
            .strip_prefix("<retry_after>")
            .and_then(|line| line.strip_suffix(" seconds</retry_after>"));
        let seconds = wait.and_then(|wait| wait.parse::<f64>().ok());
        seconds.is_none_or(|seconds| Duration::try_from_secs_f64(seconds).is_ok())
    };
    expected
        .split('\n')
        .filter(is_kept)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Replaces a wait such as `1e-7 seconds` or `0.30000000000000004 seconds` by the decimal number of
/// its `Duration`.
pub(super) fn with_decimal_wait(expected: &str) -> String {
    const START: &str = "<retry_after>";
    let Some(at) = expected.find(START) else {
        return expected.to_owned();
    };
    let start = at + START.len();
    let end = start + expected[start..].find(" seconds").unwrap();
    let seconds: f64 = expected[start..end].parse().unwrap();
    let wait = Duration::try_from_secs_f64(seconds).unwrap();
    let nanos = format!("{}.{:09}", wait.as_secs(), wait.subsec_nanos());
    let decimal = nanos.trim_end_matches('0').trim_end_matches('.');
    format!("{}{decimal}{}", &expected[..start], &expected[end..])
}

/// Adds the wait of a limit that is reset at once.
pub(super) fn with_wait_of_zero(input: &Value, expected: &str) -> String {
    if input["kind"] != "rate_limit" || input["entry"]["resetMs"] != 0 {
        return expected.to_owned();
    }
    let end = "<retry_after>0 seconds</retry_after>\n</tool_error>";
    expected.replace("</tool_error>", end)
}

/// Redacts the values of fields with secret names.
pub(super) fn without_secrets(input: &Value, expected: &str) -> String {
    let secrets = [
        "password",
        "token",
        "secret",
        "api_key",
        "authorization",
        "credentials",
    ];
    let arguments = input["args"].as_object().into_iter().flatten();
    arguments
        .filter(|(name, _)| secrets.contains(&name.as_str()))
        .fold(expected.to_owned(), |text, (_, value)| {
            let sent = value
                .as_str()
                .map_or_else(|| value.to_string(), |value| format!("'{value}'"));
            text.replace(&format!("You sent: {sent}."), "You sent: [REDACTED].")
        })
}
