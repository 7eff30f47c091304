//! Tests `agent_error_formats::XML` against `vurb.json`.

mod documents;
mod input;
mod reading;

use crate::verdict::{Comparison, Verdict};
use crate::{CONTROL, EMPTY, List, shown_message, text};
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, render};
use agent_error_formats::XML;
use serde_json::Value;

const CDATA_END: &str = "`]]>` is escaped, as XML asks";
const ATTRIBUTES: &str =
    "a line break or a tab in an attribute is escaped, since parsers of XML read it as a space";
const NONCHARACTERS: &str = "U+FFFE and U+FFFF are not characters of XML and are replaced";
const EMPTY_ACTIONS: &str = "empty actions are left out, white space alone included";
const LONG_WAIT: &str = "a wait that is longer than any duration is left out";
const SEVERITY: &str = "a severity other than warning, error and critical is an error";
const NO_CODE: &str = "an empty code of an error without severity is not a code";
const NANOSECONDS: &str = "waiting times are decimal, to the nanosecond";
const ZERO: &str = "a wait of zero is written, since the same call may succeed at once";
const SECRETS: &str = "a value sent for a field that looks like a secret is not echoed";
const MORE_DETAILS: &str =
    "our ready-made error carries the limits as details, too; they are compared without";

pub(crate) const CASES: List = List {
    file: "vurb.json",
    name: "cases",
    judge,
    rules: &[
        CDATA_END,
        ATTRIBUTES,
        NONCHARACTERS,
        EMPTY_ACTIONS,
        LONG_WAIT,
        SEVERITY,
        NO_CODE,
        NANOSECONDS,
        ZERO,
        SECRETS,
        MORE_DETAILS,
        CONTROL,
        EMPTY,
        reading::NO_ENVELOPE,
        reading::STRICT,
        reading::VALIDATION,
        reading::MARKUP,
        reading::NUMERIC,
        reading::SEVERITY_READ,
    ],
    uncompared,
};

/// A case's own reading shows what the original loses, and the messages of XML parsers differ. The
/// output of a document that is only read isn't a result, either.
fn uncompared(case: &Value) -> &'static [&'static str] {
    if case["input"]["kind"] == "parse_only" {
        return &["/output", "/strict_xml/error"];
    }
    &[
        "/round_trip_lost",
        "/strict_xml/error",
        "/details_as_written",
    ]
}

fn write(record: &ErrorRecord) -> String {
    render(record, XML)
}

fn read(document: &str) -> Option<ErrorRecord> {
    agent_error_tests::read(XML, document).ok()
}

fn judge(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let kind = text(&case["input"], "kind").unwrap();
    if let Some(why) = outside(kind) {
        return Verdict::LeftOut(why);
    }
    if case.get("throws").is_some() {
        return Verdict::LeftOut("the original throws where ours cannot be called so, or answers");
    }
    if kind != "parse_only" {
        let Some(record) = input::record(case, kind) else {
            return Verdict::LeftOut("its handler's exception is not in the input");
        };
        if kind == "rate_limit" {
            comparison.deviates(MORE_DETAILS);
        }
        let expected = expected(&mut comparison, case);
        comparison.check("text", &write(&record), &expected);
        let is_failure = Value::from(record.severity() != Severity::Warning);
        comparison.check("isError", &is_failure, &case["output"]["isError"]);
        let again = read(&expected).map(|record| write(&record));
        comparison.check("round trip", again, Some(expected));
    }
    reading::compare(&mut comparison, case);
    comparison.verdict()
}

/// Returns why this kind of test case doesn't apply to this crate.
fn outside(kind: &str) -> Option<&'static str> {
    match kind {
        "validation" | "prompt_validation" => Some("it runs that system's own schema library"),
        "create_group" => Some("it runs that system's own groups of tools"),
        "pipeline" | "input_firewall" | "contract_aware" => {
            Some("it runs that system's own pipeline")
        }
        _ => None,
    }
}

/// Returns the original's output, adjusted by the rules for deliberate differences. Each rule
/// applies to everything in the document that it describes. A document that has our text already is
/// noticed by its readings, which belong to the original's text.
fn expected(comparison: &mut Comparison, case: &Value) -> String {
    let input = &case["input"];
    let theirs = text(&case["output"], "text").unwrap_or_default().to_owned();
    let mut apply = |rule: &'static str, document: String, adjusted: String| {
        if adjusted != document {
            comparison.deviates(rule);
        }
        adjusted
    };
    let adjusted = input::sanitized(input, &theirs);
    let document = apply(CONTROL, theirs, adjusted);
    let adjusted = with_message(input, &document);
    let document = apply(EMPTY, document, adjusted);
    let adjusted = document.replace("]]>", "]]&gt;");
    let document = apply(CDATA_END, document, adjusted);
    let adjusted = document.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    let document = apply(NONCHARACTERS, document, adjusted);
    let adjusted = with_escaped_attributes(&document);
    let document = apply(ATTRIBUTES, document, adjusted);
    let adjusted = without_empty_actions(&document);
    let document = apply(EMPTY_ACTIONS, document, adjusted);
    let adjusted = with_known_severity(input, &document);
    let document = apply(SEVERITY, document, adjusted);
    let adjusted = without_empty_code(input, &document);
    let document = apply(NO_CODE, document, adjusted);
    let adjusted = input::without_long_wait(&document);
    let document = apply(LONG_WAIT, document, adjusted);
    let adjusted = input::with_decimal_wait(&document);
    let document = apply(NANOSECONDS, document, adjusted);
    let adjusted = input::with_wait_of_zero(input, &document);
    let document = apply(ZERO, document, adjusted);
    let adjusted = input::without_secrets(input, &document);
    apply(SECRETS, document, adjusted)
}

/// Replaces an empty message.
fn with_message(input: &Value, document: &str) -> String {
    let shown = shown_message("", text(input, "code").unwrap_or_default());
    let message = format!("<message>{}</message>", input::element(shown));
    document.replacen("<message></message>", &message, 1)
}

/// Removes the lines of empty actions, and an empty list of actions.
fn without_empty_actions(document: &str) -> String {
    let is_kept = |line: &&str| {
        let action = line.strip_prefix("  <action>");
        let action = action.and_then(|line| line.strip_suffix("</action>"));
        action.is_none_or(|action| !action.trim().is_empty())
    };
    let lines: Vec<&str> = document.split('\n').filter(is_kept).collect();
    let document = lines.join("\n");
    document.replace("<available_actions>\n</available_actions>\n", "")
}

/// Replaces an unknown severity.
fn with_known_severity(input: &Value, document: &str) -> String {
    const START: &str = " severity=\"";
    let severity = text(input, "severity").unwrap_or("error");
    let Some((before, rest)) = document.split_once(START) else {
        return document.to_owned();
    };
    if severity.parse::<Severity>().is_ok() {
        return document.to_owned();
    }
    let (_, after) = rest.split_once('"').unwrap_or_default();
    format!("{before}{START}error\"{after}")
}

fn without_empty_code(input: &Value, document: &str) -> String {
    if text(input, "kind") == Some("error") && text(input, "code") == Some("") {
        return document.replacen(" code=\"\"", "", 1);
    }
    document.to_owned()
}

/// Escapes line breaks and tabs within tags. Values contain no `<`, because it's escaped.
fn with_escaped_attributes(text: &str) -> String {
    let mut in_tag = false;
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => in_tag = true,
            '>' => in_tag = false,
            '\n' if in_tag => escaped.push_str("&#10;"),
            '\t' if in_tag => escaped.push_str("&#9;"),
            _ => {}
        }
        if !(in_tag && matches!(character, '\n' | '\t')) {
            escaped.push(character);
        }
    }
    escaped
}

/// Removes the severity, because the framework's own errors don't have one.
fn framework(mut record: ErrorRecord) -> ErrorRecord {
    agent_error::__private::fields(&mut record).facts.severity = None;
    record
}
