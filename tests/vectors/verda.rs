//! Tests `agent_error_formats::NESTED` against `verda.json`.

use crate::verdict::{Comparison, Verdict};
use crate::{CONTROL, EMPTY, List, clean, exit, json, load, shown_message, text};
use agent_error::ready::{ConfirmationRequired, InvalidValue, MissingFlags, PromptBlocked};
use agent_error::{AgentError as _, ErrorRecord, render};
use agent_error_formats::NESTED;
use serde_json::{Map, Value, json};

const EXIT: &str = "an exit code of 0 or above 255 does not belong to an error and becomes 1";
const ADVICE: &str = "a ready-made error has advice in its details";
const NAN: &str = "a value that JSON cannot carry is text and silences nothing";
const EXIT_UNKNOWN: &str = "an exit code that the text does not carry is read as 1, not as 0";
const MORE_MEMBERS: &str =
    "a member that is not known is kept, in the error as a fact or a detail, beside it as a detail";
const TRAILING: &str = "white space at the end of a message is dropped";
const STRINGS: &str = "control characters in quoted values are escaped as Rust escapes them";

pub(crate) const RENDER: List = List {
    file: "verda.json",
    name: "render",
    judge: judge_render,
    rules: &[EXIT, NAN, STRINGS, CONTROL, EMPTY, ADVICE, TRAILING],
    // The code and the message, which are compared one by one.
    uncompared: |_| &["/result/error_string"],
};

pub(crate) const PARSE: List = List {
    file: "verda.json",
    name: "parse",
    judge: judge_parse,
    rules: &[EXIT_UNKNOWN, MORE_MEMBERS],
    // This crate writes compact JSON, and its messages about invalid JSON are its own.
    uncompared: |_| &["/identical", "/parse_error"],
};

/// The constructors with a ready-made error.
const READY_MADE: [&str; 4] = [
    "missing_flags",
    "confirmation_required",
    "prompt_blocked",
    "validation",
];

fn write(record: &ErrorRecord) -> Value {
    json(&render(record, NESTED))
}

fn read(document: &str) -> Option<ErrorRecord> {
    agent_error_tests::read(NESTED, document).ok()
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn exit_codes_of_cloudctl_are_those_of_the_original() {
    let ours = json!({
        "OK": agent_error::exit::SUCCESS,
        "General": exit::GENERAL,
        "BadArgs": exit::BAD_INPUT,
        "Auth": exit::AUTH,
        "API": exit::API,
        "NotFound": exit::NOT_FOUND,
        "InsufficientBal": exit::BALANCE,
    });
    assert_eq!(ours, load("verda.json")["exit_codes"]);
}

fn judge_render(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let input = &case["input"];
    let Some(record) = record(input) else {
        return Verdict::LeftOut("its details are a Go value");
    };
    let theirs = written(case);
    let expected = match special_number(input) {
        Some(number) => {
            // The original writes nothing, and its error has no details that JSON can carry.
            comparison.deviates(NAN);
            comparison.check("original", &case["json"], &json!(""));
            comparison.check("details", &case["result"]["details"], &Value::Null);
            let mut error = theirs;
            error["details"] = json!({ "f": number });
            error
        }
        None => {
            comparison.check(
                "original",
                &error_of(&json(text(case, "json").unwrap())),
                &theirs,
            );
            adjusted(&mut comparison, input, theirs, &record)
        }
    };
    comparison.check("json", write(&record), json!({ "error": expected }));

    let exit_code = case["result"]["exit_code"].as_i64().unwrap_or_default();
    let ours = i64::from(record.exit_code());
    let given = input["exit_code"].as_i64();
    if given.is_some_and(|exit_code| !(1..=255).contains(&exit_code)) {
        comparison.check("original exit code", Some(exit_code), given);
        let expected = comparison.adjust(EXIT, &exit_code, 1);
        comparison.check("exit code", ours, expected);
    } else {
        comparison.check("exit code", ours, exit_code);
    }
    comparison.verdict()
}

/// Returns the error that the original returns, as it should write it.
pub(crate) fn written(case: &Value) -> Value {
    let result = &case["result"];
    error_of(&json!({ "error": {
        "code": result["code"],
        "message": result["message"],
        "details": result["details"],
    }}))
}

/// Returns the error in a document. Empty details are the same as none.
pub(crate) fn error_of(document: &Value) -> Value {
    let mut error = document["error"].clone();
    if error["details"].is_null()
        && let Some(members) = error.as_object_mut()
    {
        members.remove("details");
    }
    error
}

/// Applies the rules to the original's error.
fn adjusted(
    comparison: &mut Comparison,
    input: &Value,
    theirs: Value,
    record: &ErrorRecord,
) -> Value {
    let mut error = theirs;
    let quoted = text(input, "action").or(text(input, "id"));
    if quoted.is_some_and(|quoted| clean(quoted) != quoted) {
        let message = text(&error, "message").unwrap_or_default();
        let mut escaped = error.clone();
        escaped["message"] = message.replace("\\x01", "\\u{1}").into();
        error = comparison.adjust(STRINGS, &error, escaped);
    }
    if cleaned(input) != *input {
        let cleaned = cleaned(&error);
        error = comparison.adjust(CONTROL, &error, cleaned);
    }
    let end = text(input, "reason")
        .or(text(input, "message"))
        .unwrap_or_default();
    let end = clean(end);
    if end.trim_end() != end && !end.trim().is_empty() {
        let message = text(&error, "message").unwrap_or_default().trim_end();
        let mut trimmed = error.clone();
        trimmed["message"] = message.into();
        error = comparison.adjust(TRAILING, &error, trimmed);
    }
    if input["message"] == "" {
        let mut with_message = error.clone();
        let code = text(&error, "code").unwrap_or_default();
        with_message["message"] = shown_message("", code).into();
        error = comparison.adjust(EMPTY, &error, with_message);
    }
    if READY_MADE
        .iter()
        .any(|ready_made| input["ctor"] == *ready_made)
    {
        let mut with_advice = error.clone();
        with_advice["details"]["suggestion"] = record.suggestion().into();
        error = comparison.adjust(ADVICE, &error, with_advice);
    }
    error
}

/// Creates the error of a test case. Uses the equivalent ready-made error, if there is one. Returns
/// `None` if its details are a Go value that has no equivalent.
fn record(input: &Value) -> Option<ErrorRecord> {
    let part = |key: &str| text(input, key).unwrap_or_default().to_owned();
    let strings = |key: &str| -> Option<Vec<String>> {
        input[key].as_array().map(|list| {
            list.iter()
                .map(|item| item.as_str().unwrap().to_owned())
                .collect()
        })
    };
    let record = match text(input, "ctor").unwrap() {
        "missing_flags" => {
            let missing = strings("missing");
            let record = ErrorRecord::of(&MissingFlags::new(missing.clone().unwrap_or_default()));
            match missing {
                Some(missing) if missing.is_empty() => record.with_context("missing", json!([])),
                Some(_) => record,
                None => record.with_context("missing", Value::Null),
            }
        }
        "confirmation_required" => ErrorRecord::of(&ConfirmationRequired::new(part("action"))),
        "prompt_blocked" => {
            let choices = strings("choices").unwrap_or_default();
            let (prompt_type, prompt) = (part("prompt_type"), part("prompt"));
            let blocked = PromptBlocked::new(prompt_type, prompt);
            ErrorRecord::of(&blocked.choices(choices.iter().map(|choice| (choice, ""))))
        }
        "auth" => ErrorRecord::new("AUTH_ERROR", part("message")).with_exit_code(3),
        "api" => {
            let record = ErrorRecord::new("API_ERROR", part("message")).with_exit_code(4);
            match input["status"].as_i64() {
                Some(status) if status > 0 => record.with_context("status", status),
                _ => record,
            }
        }
        "validation" => InvalidValue::new(part("field"), part("reason")).record(),
        "not_found" => {
            let (resource, id) = (part("resource"), part("id"));
            ErrorRecord::new("NOT_FOUND", format!("{resource} {id:?} not found"))
                .with_context("resource", resource)
                .with_context("id", id)
                .with_exit_code(5)
        }
        "balance" | "insufficient_balance" => {
            ErrorRecord::new("INSUFFICIENT_BALANCE", part("message")).with_exit_code(6)
        }
        "general" | "error" => ErrorRecord::new("ERROR", part("message")).with_exit_code(1),
        "literal" => literal(input)?,
        other => panic!("unknown constructor {other}"),
    };
    Some(record)
}

fn literal(input: &Value) -> Option<ErrorRecord> {
    let message = match (text(input, "message"), text(input, "message_hex")) {
        (Some(message), _) => message.to_owned(),
        (None, Some(hex)) => {
            let bytes: Vec<u8> = (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
                .collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        (None, None) => String::new(),
    };
    let code = text(input, "code").unwrap_or_default();
    let mut record = ErrorRecord::new(code, message);
    let exit_code = input["exit_code"].as_u64().unwrap_or_default();
    if let Ok(exit_code @ 1..) = u8::try_from(exit_code) {
        record = record.with_exit_code(exit_code);
    }
    let details = match text(input, "details_go") {
        Some(expression) => go_details(expression)?,
        None => input["details"].clone(),
    };
    Some(with_details(record, &details))
}

/// Returns the details in a Go expression, such as `map[f:NaN]`. Values are those that Rust
/// programs would use instead. Everything after the expression is a note.
fn go_details(expression: &str) -> Option<Value> {
    let (map, _) = expression.strip_prefix("map[")?.rsplit_once(']')?;
    let (name, value) = map.split_once(':')?;
    let value = match value {
        "NaN" => json!("NaN"),
        "+Inf" => json!("inf"),
        // An error that Go's encoder can't look into.
        "errors.New(\"boom\")" => json!({}),
        "30*time.Second" => json!(30_000_000_000_u64),
        _ => return None,
    };
    Some(Value::Object(Map::from_iter([(name.to_owned(), value)])))
}

/// Returns the text of a detail that JSON can't carry.
fn special_number(input: &Value) -> Option<Value> {
    let details = go_details(text(input, "details_go")?)?;
    details.get("f").cloned()
}

fn with_details(record: ErrorRecord, details: &Value) -> ErrorRecord {
    let members = details.as_object().into_iter().flatten();
    members.fold(record, |record, (name, value)| {
        record.with_context(name.clone(), value.clone())
    })
}

/// Sanitizes every string in a value.
fn cleaned(value: &Value) -> Value {
    match value {
        Value::String(text) => clean(text).into(),
        Value::Array(values) => values.iter().map(cleaned).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (clean(name), cleaned(value)))
            .collect(),
        other => other.clone(),
    }
}

fn judge_parse(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let document = text(&case["input"], "json").unwrap();
    let theirs = &case["parsed"];
    let Some(record) = read(document) else {
        comparison.check("refused", theirs, &Value::Null);
        return comparison.verdict();
    };
    comparison.deviates(EXIT_UNKNOWN);
    comparison.check("original exit code", &theirs["exit_code"], &json!(0));
    comparison.check("exit code", record.exit_code(), 1);

    let mut expected = theirs.clone();
    if let Some(parsed) = expected.as_object_mut() {
        parsed.remove("exit_code");
    }
    let again = error_of(&json(text(case, "rerendered").unwrap_or_default()));
    if case.get("rerendered").is_some() {
        comparison.check(
            "original again",
            &again,
            &error_of(&json!({ "error": expected })),
        );
    }
    let mut unknown = unknown_members(document);
    if !unknown.is_empty() {
        comparison.deviates(MORE_MEMBERS);
        if let Some(status) = unknown.remove("status") {
            comparison.check("status", json!(record.http_status()), status);
        }
        add_details(&mut expected["details"], unknown);
    }
    let ours = json!({
        "code": record.code(),
        "message": record.message(),
        "details": details(&record),
    });
    comparison.check("read", &ours, &expected);
    let expected = json!({ "error": error_of(&json!({ "error": expected })) });
    comparison.check("written again", write(&record), expected);
    comparison.verdict()
}

/// Adds the members that the original drops to its details.
fn add_details(details: &mut Value, members: Map<String, Value>) {
    if details.is_null() && !members.is_empty() {
        *details = json!({});
    }
    if let Some(details) = details.as_object_mut() {
        details.extend(members);
    }
}

/// Returns the details of an error, or null if it has none.
fn details(record: &ErrorRecord) -> Value {
    let context = record.context().iter();
    let details: Map<_, _> = context
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    if details.is_empty() {
        return Value::Null;
    }
    details.into()
}

/// Returns the members that the original drops because it doesn't know them: those in the error,
/// and strings, numbers and Booleans beside it.
fn unknown_members(document: &str) -> Map<String, Value> {
    const KNOWN: [&str; 3] = ["code", "message", "details"];
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    let document = json(document);
    let mut unknown = Map::new();
    for (name, value) in document.as_object().into_iter().flatten() {
        if is(name, "error") {
            unknown.extend(value.as_object().cloned().unwrap_or_default());
        } else if !value.is_object() && !value.is_array() {
            unknown.insert(name.clone(), value.clone());
        }
    }
    unknown.retain(|name, _| !KNOWN.iter().any(|known| is(name, known)));
    unknown
}
