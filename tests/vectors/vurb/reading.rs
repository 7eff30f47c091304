//! Compares how the original client, a parser of XML and this crate read errors.

use super::documents::{by_client, by_parser};
use super::read;
use crate::text;
use crate::verdict::Comparison;
use agent_error::ErrorRecord;
use agent_error::facts::Severity;
use serde_json::Value;
use std::time::Duration;

pub(super) const STRICT: &str = "what is well-formed XML is read as XML, not by patterns";
pub(super) const VALIDATION: &str = "a `<validation_error>` is read, too";
pub(super) const MARKUP: &str = "markup inside a text is text, as the client reads it";
pub(super) const NUMERIC: &str = "numeric entities are read";
pub(super) const NO_ENVELOPE: &str = "a message without a `<tool_error>` around it is no error";
pub(super) const SEVERITY_READ: &str = "a severity other than the three is read as error";

pub(super) fn compare(comparison: &mut Comparison, case: &Value) {
    let document = text(&case["output"], "text").unwrap_or_default();
    let client = by_client(document);
    comparison.check("client", &case["parsed"], &client);
    let strict = by_parser(document);
    let mut their_strict = case["strict_xml"].clone();
    if let Some(strict) = their_strict.as_object_mut() {
        strict.remove("error");
    }
    comparison.check("parser", &their_strict, &strict);

    if !document.contains("<tool_error") && !client.is_null() {
        comparison.deviates(NO_ENVELOPE);
        comparison.check("refused", read(document).is_none(), true);
        return;
    }
    let Some(record) = read(document) else {
        comparison.check("refused", &client, &Value::Null);
        return;
    };
    if strict["root"] == "validation_error" {
        comparison.deviates(VALIDATION);
        compare_fields(comparison, &record, &strict);
    } else if client.is_null() {
        comparison.check("refused", false, true);
    } else if strict["root"] == "tool_error" {
        compare_strict(comparison, document, &record, &strict, &client);
    } else {
        compare_client(comparison, &record, &client);
    }
}

/// The code, the message and the recovery of an error.
type Texts = (String, String, String);

/// Compares with the result of an XML parser. To the XML parser, the actions may be a single line
/// of text, so this uses the client's list of actions.
fn compare_strict(
    comparison: &mut Comparison,
    document: &str,
    record: &ErrorRecord,
    strict: &Value,
    client: &Value,
) {
    let theirs = texts(client);
    let mut expected = texts(strict);
    // An XML parser only returns the text before the first child element.
    if has_markup(document, "message") {
        comparison.deviates(MARKUP);
        expected.1.clone_from(&theirs.1);
    }
    if has_markup(document, "recovery") {
        comparison.deviates(MARKUP);
        expected.2.clone_from(&theirs.2);
    }
    if theirs != expected {
        comparison.deviates(STRICT);
    }
    let ours = (
        spaced(code(record)),
        trimmed(record.message()),
        recovery(record),
    );
    comparison.check("strict reading", ours, expected);
    compare_severity(comparison, record, text(strict, "severity"));

    let actions = strict["actions"].as_array();
    let actions = actions.or(client["available_actions"].as_array());
    comparison.check("actions", listed(record), not_empty(actions.unwrap()));
    if strict.get("details").is_some() {
        let context = record.context().iter();
        let ours = context.map(|(key, value)| (spaced(key), value.as_str().unwrap().to_owned()));
        let expected = pairs(&strict["details"]);
        let expected = expected.map(|(key, value)| (spaced(key), value.to_owned()));
        comparison.check("details", ours.collect::<Vec<_>>(), expected.collect());
    }
    if let Some(wait) = text(strict, "retry_after") {
        compare_wait(comparison, record, wait);
    }
}

/// Returns the texts that the client or an XML parser reads.
fn texts(read: &Value) -> Texts {
    let part = |key: &str| trimmed(text(read, key).unwrap_or_default());
    let code = text(read, "code").filter(|code| !code.is_empty());
    (
        spaced(code.unwrap_or("UNKNOWN")),
        part("message"),
        part("recovery"),
    )
}

/// Whether an element contains other elements.
fn has_markup(document: &str, element: &str) -> bool {
    let inside = document
        .split_once(&format!("<{element}>"))
        .and_then(|(_, rest)| rest.split_once(&format!("</{element}>")));
    inside.is_some_and(|(inside, _)| inside.contains('<') && !inside.contains("<![CDATA["))
}

/// Compares a wait. One that is too long for a `Duration` is left out.
fn compare_wait(comparison: &mut Comparison, record: &ErrorRecord, wait: &str) {
    let seconds: f64 = wait.strip_suffix(" seconds").unwrap().parse().unwrap();
    let seconds = Duration::try_from_secs_f64(seconds).map_or(0.0, |_| seconds);
    let ours = record.retry_after().map_or(0.0, |wait| wait.as_secs_f64());
    let is_same = (ours - seconds).abs() < 1e-9 * seconds.max(1.0);
    comparison.check(&format!("retry after {wait}"), is_same, true);
}

/// Compares with the result of the client's regular expressions, in case the document isn't valid
/// XML.
fn compare_client(comparison: &mut Comparison, record: &ErrorRecord, client: &Value) {
    let theirs = (
        text(client, "code").unwrap(),
        text(client, "message").unwrap(),
    );
    let expected = (with_numeric(theirs.0), with_numeric(theirs.1));
    if (expected.0.as_str(), expected.1.as_str()) != theirs {
        comparison.deviates(NUMERIC);
    }
    comparison.check("code", trimmed(code(record)), trimmed(&expected.0));
    comparison.check("message", trimmed(record.message()), trimmed(&expected.1));
    let their_recovery = trimmed(text(client, "recovery").unwrap_or_default());
    comparison.check("recovery", recovery(record), their_recovery);
    let actions = client["available_actions"].as_array().unwrap();
    comparison.check("actions", listed(record), not_empty(actions));
    compare_severity(comparison, record, text(client, "severity"));
}

/// Replaces the numeric entities that occur in the test cases.
fn with_numeric(text: &str) -> String {
    text.replace("&#65;", "A")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&#x26;", "&")
}

fn compare_severity(comparison: &mut Comparison, record: &ErrorRecord, theirs: Option<&str>) {
    let known = theirs.map_or(Ok(Severity::Error), str::parse::<Severity>);
    if known.is_err() {
        comparison.deviates(SEVERITY_READ);
    }
    comparison.check(
        "severity",
        record.severity(),
        known.unwrap_or(Severity::Error),
    );
}

fn compare_fields(comparison: &mut Comparison, record: &ErrorRecord, strict: &Value) {
    let fields = record.field_errors();
    let ours = fields.map(|error| (error.field().to_owned(), error.to_string()));
    let expected = pairs(&strict["fields"]);
    let expected = expected.map(|(field, text)| (field.to_owned(), text.to_owned()));
    comparison.check("fields", ours.collect::<Vec<_>>(), expected.collect());
    if let Some(action) = text(strict, "action") {
        let action = Some(Value::from(action));
        comparison.check("action", record.context().get("action"), action);
    }
}

/// Returns the pairs of strings in a list.
fn pairs(list: &Value) -> impl Iterator<Item = (&str, &str)> {
    let pairs = list.as_array().into_iter().flatten();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
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
pub(super) fn trimmed(text: &str) -> String {
    text.trim_matches(|c: char| c.is_whitespace() && c != '\u{85}' || c == '\u{feff}')
        .to_owned()
}

/// Replaces newlines and tabs by spaces, as an XML parser does in attributes.
fn spaced(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}

fn listed(record: &ErrorRecord) -> Vec<String> {
    let actions = record.actions().iter();
    actions.map(|action| trimmed(action)).collect()
}

/// Leaves out empty actions, as this crate does.
fn not_empty(actions: &[Value]) -> Vec<String> {
    let actions = actions
        .iter()
        .map(|action| trimmed(action.as_str().unwrap()));
    let actions = actions.filter(|action| !action.is_empty() && action != "<action></action>");
    actions.collect()
}
