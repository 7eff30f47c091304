//! Tests `agent_error_formats::XML` against `vurb.json`.

mod input;
mod reading;

use crate::{CAP, CONTROL, Tally, clean, text};
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, render};
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
const SECRETS: &str = "a value sent for a field that looks like a secret is not echoed";
const MORE_DETAILS: &str =
    "our ready-made error carries the limits as details, too; they are compared without";

pub(crate) fn judge(tally: &mut Tally, _: &Value, case: &Value) {
    let kind = text(&case["input"], "kind").unwrap();
    if let Some(why) = outside(kind) {
        return tally.leave_out(case, why);
    }
    if case.get("throws").is_some() {
        return tally.leave_out(
            case,
            "the original throws where ours cannot be called so, or answers",
        );
    }
    if kind != "parse_only" {
        let Some(record) = input::record(tally, case, kind) else {
            return;
        };
        let expected = expected(tally, case);
        tally.check(
            case,
            "text",
            render(&record, agent_error_formats::XML).as_str(),
            &expected,
        );
        let is_error = case["output"]["isError"] == true;
        tally.check(
            case,
            "isError",
            record.severity() != Severity::Warning,
            is_error,
        );
        let read = agent_error_tests::read(agent_error_formats::XML, &expected).unwrap();
        tally.check(
            case,
            "round trip",
            render(&read, agent_error_formats::XML),
            expected,
        );
    }
    tally.run += 1;
    reading::check(tally, case);
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

/// Returns the original's output, adjusted by the rules for deliberate differences.
fn expected(tally: &mut Tally, case: &Value) -> String {
    let mut expected = text(&case["output"], "text").unwrap().to_owned();
    let mut apply = |rule: &'static str, changed: String, expected: &mut String| {
        if changed != *expected {
            tally.deviates(case, rule);
            *expected = changed;
        }
    };
    let input = &case["input"];
    let cut = input::over_the_cap(input)
        .into_iter()
        .fold(expected.clone(), |text, long| {
            text.replace(long, &clean(long))
        });
    apply(CAP, cut, &mut expected);
    // The original's markup contains no control characters, so sanitizing the whole document only
    // changes values.
    let cleaned = expected
        .split('\n')
        .map(clean_long)
        .collect::<Vec<_>>()
        .join("\n");
    apply(CONTROL, cleaned, &mut expected);
    apply(CDATA_END, expected.replace("]]>", "]]&gt;"), &mut expected);
    apply(
        NONCHARACTERS,
        expected.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"),
        &mut expected,
    );
    apply(
        ATTRIBUTES,
        with_escaped_attributes(&expected),
        &mut expected,
    );
    let is_empty = |line: &&str| {
        let action = line
            .strip_prefix("  <action>")
            .and_then(|line| line.strip_suffix("</action>"));
        action.is_none_or(|action| !action.trim().is_empty())
    };
    let without = expected
        .split('\n')
        .filter(is_empty)
        .collect::<Vec<_>>()
        .join("\n");
    let without = without.replace("<available_actions>\n</available_actions>\n", "");
    apply(EMPTY_ACTIONS, without, &mut expected);
    if let Some(severity) = text(input, "severity")
        && severity.parse::<Severity>().is_err()
    {
        let start = expected.find(" severity=\"").unwrap() + " severity=\"".len();
        let end = start + expected[start..].find('"').unwrap();
        let known = format!("{}error{}", &expected[..start], &expected[end..]);
        apply(SEVERITY, known, &mut expected);
    }
    if text(input, "kind") == Some("error") && text(input, "code") == Some("") {
        apply(
            NO_CODE,
            expected.replacen(" code=\"\"", "", 1),
            &mut expected,
        );
    }
    apply(
        LONG_WAIT,
        input::without_long_wait(&expected),
        &mut expected,
    );
    apply(
        NANOSECONDS,
        input::with_decimal_wait(&expected),
        &mut expected,
    );
    apply(
        SECRETS,
        input::without_secrets(input, &expected),
        &mut expected,
    );
    expected
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

/// Sanitizes a line without truncating it, because the cap applies to values instead of lines.
fn clean_long(line: &str) -> String {
    if line.len() > 64 * 1024 {
        line.to_owned()
    } else {
        clean(line)
    }
}

/// Removes the severity, because the framework's own errors don't have one.
fn framework(mut record: ErrorRecord) -> ErrorRecord {
    agent_error::__private::fields(&mut record).facts.severity = None;
    record
}
