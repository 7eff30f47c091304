//! Tests `agent_error_formats::NESTED` against `verda.json`.

use crate::{CAP, CONTROL, Tally, clean, text};
use agent_error::ready::{ConfirmationRequired, InvalidValue, MissingFlags, PromptBlocked};
use agent_error::{AgentError, ErrorRecord, render};
use serde_json::{Value, json};

const EXIT: &str = "an exit code of 0 or above 125 does not belong to an error and becomes 1";
const NAN: &str = "a value that JSON cannot carry is text and silences nothing";
const EXIT_UNKNOWN: &str = "an exit code that the text does not carry is read as 1, not as 0";
const MORE_MEMBERS: &str =
    "a member of the error that is not known is kept, as a fact or as a detail";
const STRINGS: &str = "control characters in quoted values are escaped as Rust escapes them";

pub(crate) fn judge_render(tally: &mut Tally, _: &Value, case: &Value) {
    let Some(record) = record(tally, case) else {
        return;
    };
    let ours: Value = serde_json::from_str(&render(&record, agent_error_formats::NESTED)).unwrap();
    let expected = expected(tally, case);
    tally.check(case, "json", ours, expected);
    let exit = case["result"]["exit_code"].as_i64().unwrap();
    if (1..=125).contains(&exit) {
        tally.check(case, "exit code", i64::from(record.exit_code()), exit);
    } else {
        tally.deviates(case, EXIT);
        tally.check(case, "exit code", record.exit_code(), 1);
    }
    tally.run += 1;
}

/// Creates the error of a test case. Uses the equivalent ready-made error, if there is one.
fn record(tally: &mut Tally, case: &Value) -> Option<ErrorRecord> {
    let input = &case["input"];
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
        "literal" => literal(tally, case)?,
        other => panic!("unknown constructor {other} in {}", case["name"]),
    };
    Some(record)
}

fn literal(tally: &mut Tally, case: &Value) -> Option<ErrorRecord> {
    let input = &case["input"];
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
    let exit = input["exit_code"]
        .as_i64()
        .and_then(|exit| u8::try_from(exit).ok())
        .unwrap_or(0);
    let mut record =
        ErrorRecord::new(text(input, "code").unwrap_or_default(), message).with_exit_code(exit);
    if let Some(value) = text(input, "details_go") {
        record = match value {
            _ if value.starts_with("map[f:") => {
                tally.deviates(case, NAN);
                record.with_context("f", if value.contains("NaN") { "NaN" } else { "inf" })
            }
            _ if case["json"].as_str().is_some_and(|json| !json.is_empty()) => {
                let theirs: Value = serde_json::from_str(case["json"].as_str().unwrap()).unwrap();
                with_details(record, &theirs["error"]["details"])
            }
            _ => {
                tally.leave_out(case, "its details are a Go value");
                return None;
            }
        };
    }
    Some(with_details(record, &input["details"]))
}

fn with_details(record: ErrorRecord, details: &Value) -> ErrorRecord {
    let members = details.as_object().into_iter().flatten();
    members.fold(record, |record, (name, value)| {
        record.with_context(name.clone(), value.clone())
    })
}

/// Returns the original's JSON, adjusted by the rules for deliberate differences.
fn expected(tally: &mut Tally, case: &Value) -> Value {
    let json = case["json"].as_str().unwrap();
    if json.is_empty() {
        // The original writes nothing in this case.
        let value = if text(&case["input"], "details_go").unwrap().contains("NaN") {
            "NaN"
        } else {
            "inf"
        };
        let (code, message) = (&case["input"]["code"], &case["input"]["message"]);
        return json!({"error": {"code": code, "message": message, "details": {"f": value}}});
    }
    let mut theirs: Value = serde_json::from_str(json).unwrap();
    if theirs["error"]["details"].is_null() {
        theirs["error"].as_object_mut().unwrap().remove("details");
    }
    if json.contains("\\\\x") {
        tally.deviates(case, STRINGS);
        let message = theirs["error"]["message"]
            .as_str()
            .unwrap()
            .replace("\\x01", "\\u{1}");
        theirs["error"]["message"] = message.into();
    }
    let cleaned = cleaned(&theirs);
    if cleaned != theirs {
        let capped = json.len() > 64 * 1024;
        tally.deviates(case, if capped { CAP } else { CONTROL });
    }
    cleaned
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

pub(crate) fn judge_parse(tally: &mut Tally, _: &Value, case: &Value) {
    let json = text(&case["input"], "json").unwrap();
    let read = agent_error_tests::read(agent_error_formats::NESTED, json);
    tally.run += 1;
    if case["parsed"].is_null() {
        return tally.check(case, "refused", read.is_err(), true);
    }
    let record = match read {
        Ok(record) => record,
        Err(error) => {
            return tally
                .failed
                .push(format!("{} is refused: {error}", case["name"]));
        }
    };
    let theirs = &case["parsed"];
    tally.check(case, "code", record.code(), text(theirs, "code").unwrap());
    tally.check(
        case,
        "message",
        record.message(),
        text(theirs, "message").unwrap(),
    );
    let details: Value = record
        .context()
        .iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let mut expected = if theirs["details"].is_null() {
        json!({})
    } else {
        theirs["details"].clone()
    };
    // This crate parses known facts, such as a status, even if the original drops them.
    for (name, value) in unknown_members(json)
        .into_iter()
        .filter(|(name, _)| details.get(name).is_some())
    {
        tally.deviates(case, MORE_MEMBERS);
        expected[name] = value;
    }
    tally.check(case, "details", details, expected);
    if theirs["exit_code"] == 0 {
        tally.deviates(case, EXIT_UNKNOWN);
    }
    tally.check(case, "exit code", record.exit_code(), 1);
}

/// Returns the error's members that the original drops because it doesn't know them.
fn unknown_members(json: &str) -> Vec<(String, Value)> {
    const KNOWN: [&str; 3] = ["code", "message", "details"];
    let Ok(document) = serde_json::from_str::<Value>(json) else {
        return Vec::new();
    };
    let error = document.as_object().and_then(|members| {
        members
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("error"))
    });
    let members = error
        .and_then(|(_, error)| error.as_object())
        .into_iter()
        .flatten();
    let unknown =
        members.filter(|(name, _)| !KNOWN.iter().any(|known| name.eq_ignore_ascii_case(known)));
    unknown
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
