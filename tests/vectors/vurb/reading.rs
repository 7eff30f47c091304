//! Compares how the original client and this crate parse XML.

use crate::{Tally, text};
use agent_error::ErrorRecord;
use agent_error::facts::Severity;
use serde_json::Value;
use std::time::Duration;

const STRICT: &str = "what is well-formed XML is read as XML, not by patterns";
const VALIDATION: &str = "a `<validation_error>` is read, too";
const MARKUP: &str = "markup inside a text is text, as the client reads it";
const NUMERIC: &str = "numeric entities are read";
const SEVERITY: &str = "a severity other than the three is read as error";

pub(super) fn check(tally: &mut Tally, case: &Value) {
    let document = text(&case["output"], "text").unwrap();
    let read = agent_error_tests::read(agent_error_formats::XML, document);
    let (client, strict) = (&case["parsed"], &case["strict_xml"]);
    if client.is_null() {
        if document.trim_start().starts_with("<validation_error") {
            tally.deviates(case, VALIDATION);
            check_fields(tally, case, &read.unwrap(), strict);
        } else {
            tally.check(case, "refused", read.is_err(), true);
        }
        return;
    }
    let record = match read {
        Ok(record) => record,
        Err(error) => {
            return tally
                .failed
                .push(format!("{} is refused: {error}", case["name"]));
        }
    };
    if strict["well_formed"] == true && strict["root"] == "tool_error" {
        check_strict(tally, case, &record, strict, client);
    } else {
        check_client(tally, case, &record, client);
    }
}

/// Compares with the result of an XML parser. To the XML parser, the actions may be a single line
/// of text, so this uses the client's list of actions.
fn check_strict(
    tally: &mut Tally,
    case: &Value,
    record: &ErrorRecord,
    strict: &Value,
    client: &Value,
) {
    let ours = (
        spaced(code(record)),
        trimmed(record.message()),
        recovery(record),
    );
    let code = text(strict, "code")
        .filter(|code| !code.is_empty())
        .unwrap_or("UNKNOWN");
    let message = text(strict, "message").unwrap_or_default();
    let theirs = (
        spaced(text(client, "code").unwrap()),
        trimmed(text(client, "message").unwrap()),
        trimmed(text(client, "recovery").unwrap_or_default()),
    );
    // An XML parser only returns the text before the first child element.
    let mut with_markup =
        |element: &str, strict: String, client: &String| match has_markup(case, element) {
            true => {
                tally.deviates(case, MARKUP);
                client.clone()
            }
            false => strict,
        };
    let message = with_markup("message", trimmed(message), &theirs.1);
    let recovery = trimmed(text(strict, "recovery").unwrap_or_default());
    let recovery = with_markup("recovery", recovery, &theirs.2);
    let expected = (spaced(code), message, recovery);
    tally.check(case, "strict reading", ours, expected.clone());
    if theirs != expected {
        tally.deviates(case, STRICT);
    }
    check_severity(tally, case, record, text(strict, "severity"));
    match strict["actions"].as_array() {
        Some(actions) => tally.check(case, "actions", listed(record), strings(actions)),
        None if strict.get("actions_text").is_some() => {
            tally.check(
                case,
                "actions",
                listed(record),
                strings(client["available_actions"].as_array().unwrap()),
            );
        }
        None => {}
    }
    if let Some(details) = strict["details"].as_array() {
        let expected: Vec<(String, String)> = details
            .iter()
            .map(|pair| {
                (
                    spaced(pair[0].as_str().unwrap()),
                    pair[1].as_str().unwrap().to_owned(),
                )
            })
            .collect();
        let ours: Vec<(String, String)> = record
            .context()
            .iter()
            .map(|(key, value)| (spaced(key), value.as_str().unwrap().to_owned()))
            .collect();
        tally.check(case, "details", ours, expected);
    }
    if let Some(wait) = text(strict, "retry_after") {
        let seconds: f64 = wait.strip_suffix(" seconds").unwrap().parse().unwrap();
        let ours = record.retry_after().map_or(0.0, |wait| wait.as_secs_f64());
        let seconds = Duration::try_from_secs_f64(seconds).map_or(0.0, |_| seconds);
        tally.check(
            case,
            "retry after",
            (ours - seconds).abs() < 1e-9 * seconds.max(1.0),
            true,
        );
    }
}

/// Whether an element contains other elements.
fn has_markup(case: &Value, element: &str) -> bool {
    let document = text(&case["output"], "text").unwrap();
    let inside = document
        .split_once(&format!("<{element}>"))
        .and_then(|(_, rest)| rest.split_once(&format!("</{element}>")));
    inside.is_some_and(|(inside, _)| inside.contains('<') && !inside.contains("<![CDATA["))
}

/// Compares with the result of the client's regular expressions, in case the document isn't valid
/// XML.
fn check_client(tally: &mut Tally, case: &Value, record: &ErrorRecord, client: &Value) {
    let numeric = |text: &str| {
        let read = text
            .replace("&#65;", "A")
            .replace("&#60;", "<")
            .replace("&#62;", ">")
            .replace("&#x26;", "&");
        trimmed(&read)
    };
    let theirs = (
        text(client, "code").unwrap(),
        text(client, "message").unwrap(),
    );
    if numeric(theirs.0) != theirs.0 || numeric(theirs.1) != trimmed(theirs.1) {
        tally.deviates(case, NUMERIC);
    }
    tally.check(case, "code", trimmed(code(record)), numeric(theirs.0));
    tally.check(
        case,
        "message",
        trimmed(record.message()),
        numeric(theirs.1),
    );
    tally.check(
        case,
        "recovery",
        recovery(record),
        trimmed(text(client, "recovery").unwrap_or_default()),
    );
    tally.check(
        case,
        "actions",
        listed(record),
        strings(client["available_actions"].as_array().unwrap()),
    );
    check_severity(tally, case, record, text(client, "severity"));
}

fn check_severity(tally: &mut Tally, case: &Value, record: &ErrorRecord, theirs: Option<&str>) {
    let known = theirs.map_or(Ok(Severity::Error), str::parse::<Severity>);
    if known.is_err() {
        tally.deviates(case, SEVERITY);
    }
    tally.check(
        case,
        "severity",
        record.severity(),
        known.unwrap_or(Severity::Error),
    );
}

fn check_fields(tally: &mut Tally, case: &Value, record: &ErrorRecord, strict: &Value) {
    if let Some(fields) = strict["fields"].as_array() {
        let expected: Vec<(String, String)> = fields
            .iter()
            .map(|pair| {
                (
                    pair[0].as_str().unwrap().to_owned(),
                    pair[1].as_str().unwrap().to_owned(),
                )
            })
            .collect();
        let ours: Vec<(String, String)> = record
            .field_errors()
            .collect::<Vec<_>>()
            .iter()
            .map(|error| (error.field().to_owned(), error.to_string()))
            .collect();
        tally.check(case, "fields", ours, expected);
    }
    if let Some(action) = text(strict, "action") {
        tally.check(
            case,
            "action",
            record.context().get("action"),
            Some(Value::from(action)),
        );
    }
}

fn code(record: &ErrorRecord) -> &str {
    match record.code() {
        "" => "UNKNOWN",
        code => code,
    }
}

fn recovery(record: &ErrorRecord) -> String {
    trimmed(record.suggestion().unwrap_or_default())
}

/// Trims a string as the client does. This crate keeps the white space, because it's part of the
/// value.
fn trimmed(text: &str) -> String {
    text.trim_matches(|c: char| c.is_whitespace() && c != '\u{85}' || c == '\u{feff}')
        .to_owned()
}

/// Replaces newlines and tabs by spaces, as an XML parser does in attributes.
fn spaced(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}

fn listed(record: &ErrorRecord) -> Vec<String> {
    record
        .actions()
        .iter()
        .map(|action| trimmed(action))
        .collect()
}

/// Removes empty strings, because this crate omits them.
fn strings(values: &[Value]) -> Vec<String> {
    let texts = values.iter().map(|value| trimmed(value.as_str().unwrap()));
    texts
        .filter(|text| !text.is_empty() && text != "<action></action>")
        .collect()
}
