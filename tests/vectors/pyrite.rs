//! Tests `agent_error_formats::FLAT` against `pyrite.json`.

use crate::verdict::{Comparison, Verdict};
use crate::{List, json, load, text};
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, parse, render};
use agent_error_formats::FLAT;
use serde_json::Value;

const NO_JSON: &str = "NaN is not JSON, so it is read as text";
const SAYS_NOTHING: &str = "an object without code and message is not taken for an error";
const NUMBER: &str = "a message that is a number is read as its text";
const NO_FLAG: &str = "the original does not mark the result of an MCP tool as an error";

/// How Python writes this number, and how it's read.
const NAN: &str = "NaN";

pub(crate) const MCP_ERROR: List = List {
    file: "pyrite.json",
    name: "mcp_error",
    judge: judge_mcp_error,
    rules: &[NO_JSON, SAYS_NOTHING, NUMBER, NO_FLAG],
    // The order of members has no meaning. `dict` is the object before it is written, and no result
    // has structured content.
    uncompared: |_| &["/key_order", "/dict", "/wire/structuredContent"],
};

pub(crate) const CLI_ERROR: List = List {
    file: "pyrite.json",
    name: "cli_error",
    judge: judge_cli_error,
    rules: &[],
    // The original prints nothing else.
    uncompared: |_| &["/output/stderr"],
};

fn write(record: &ErrorRecord) -> Value {
    json(&render(record, FLAT))
}

fn read(document: &str) -> Option<ErrorRecord> {
    agent_error_tests::read(FLAT, document).ok()
}

/// Reads an error without knowing its format.
fn detect(document: &str) -> Option<ErrorRecord> {
    parse(document).ok()
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn proposal() {
    let vectors = load("pyrite.json");
    let example = &vectors["proposal"]["example"];
    let part = |key: &str| text(example, key).unwrap();
    let record = ErrorRecord::new(part("code"), part("message"))
        .with_detail(part("detail"))
        .with_suggestion(part("suggestion"))
        .with_retryable(example["retryable"] == true);
    assert_eq!(write(&record), *example);
    let read = detect(&example.to_string()).unwrap();
    assert_eq!(
        (read.code(), read.message(), &read.detail()),
        (record.code(), record.message(), &record.detail())
    );
    assert_eq!(
        (&read.suggestion(), read.is_retryable()),
        (&record.suggestion(), record.is_retryable())
    );
    println!("pyrite proposal: 1 case run, 0 left out");
}

/// What the original was called with. Its clients should read the same.
struct Input<'a> {
    code: &'a str,
    message: &'a str,
    /// Whether the message is a number instead of a string.
    is_number: bool,
    suggestion: Option<&'a str>,
    retryable: bool,
}

impl<'a> Input<'a> {
    fn of(input: &'a Value) -> Self {
        let python = text(input, "message_py").map(python_text);
        let suggestion = text(input, "suggestion");
        Self {
            code: text(input, "code").unwrap(),
            message: python.or(text(input, "message")).unwrap(),
            is_number: python.is_some_and(|message| message.parse::<i64>().is_ok()),
            suggestion: suggestion.filter(|suggestion| !suggestion.is_empty()),
            retryable: input["retryable"] == true,
        }
    }

    /// Returns the member with the message.
    fn written(&self) -> Value {
        match self.message.parse::<i64>() {
            Ok(number) if self.is_number => number.into(),
            _ => self.message.into(),
        }
    }
}

/// Returns the text of a Python expression, such as `message=ValueError('boom')` or `message=5`.
fn python_text(expression: &str) -> &str {
    if expression.starts_with("message=nan") {
        return NAN;
    }
    let quoted = expression.split('\'').nth(1);
    quoted.unwrap_or(expression.trim_start_matches("message="))
}

fn judge_mcp_error(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let input = Input::of(&case["input"]);
    let wire = text(&case["wire"], "text").unwrap();
    comparison.deviates(NO_FLAG);
    comparison.check("isError", &case["wire"]["isError"], &Value::Bool(false));

    let theirs = if input.message == NAN {
        comparison.deviates(NO_JSON);
        json(&wire.replace("\"error\":NaN", "\"error\":\"NaN\""))
    } else {
        json(wire)
    };
    comparison.check("original message", &theirs["error"], &input.written());
    comparison.check("original code", &theirs["error_code"], &input.code.into());
    // An error that isn't retryable, and one that doesn't say so, are read alike.
    let retryable = Value::from(input.retryable);
    comparison.check("original retryable", &theirs["retryable"], &retryable);
    if input.code.is_empty() && input.message.is_empty() {
        comparison.deviates(SAYS_NOTHING);
        let suggestion = text(&theirs, "suggestion");
        comparison.check("original suggestion", suggestion, input.suggestion);
        comparison.check("read", read(wire), None);
        comparison.check("detected", detect(wire), None);
        return comparison.verdict();
    }
    let Some(record) = read(wire) else {
        comparison.check("read", false, true);
        return comparison.verdict();
    };
    if input.is_number {
        comparison.deviates(NUMBER);
    }
    comparison.check("message", record.message(), input.message);
    comparison.check("code", record.code(), input.code);
    comparison.check("suggestion", record.suggestion(), input.suggestion);
    comparison.check("retryable", record.is_retryable(), input.retryable);
    comparison.check("detected", detect(wire).as_ref(), Some(&record));
    comparison.check("severity", record.severity(), Severity::Error);
    comparison.check("flag", &write(&record)["error"], &Value::Bool(true));
    comparison.verdict()
}

fn judge_cli_error(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let (input, output) = (&case["input"], &case["output"]);
    let message = text(input, "message").unwrap();
    let stdout = text(output, "stdout").unwrap();
    let exit_code = output["exit_code"].as_u64();

    if input["format"] == "rich" {
        // The output is text for people, which is not read as an error.
        let Some(shown) = without_markup(message) else {
            return Verdict::LeftOut("the original crashes and prints nothing");
        };
        comparison.check("original", stdout, &format!("Error: {shown}\n"));
        comparison.check("detected", detect(stdout), None);
        comparison.check("exit code", exit_code, Some(1));
        return comparison.verdict();
    }

    let Some(record) = read(stdout) else {
        comparison.check("read", false, true);
        return comparison.verdict();
    };
    comparison.check("message", record.message(), message);
    let code = text(input, "error_code").unwrap_or_default();
    comparison.check("code", record.code(), code);
    comparison.check("exit code", exit_code, Some(record.exit_code().into()));
    comparison.check("detected", detect(stdout), Some(record));
    comparison.verdict()
}

/// Removes the markup of the original's library for terminals, such as `[bold]` and `[/bold]`.
/// Returns `None` if a tag is closed but not opened, which makes that library fail.
fn without_markup(message: &str) -> Option<String> {
    let mut shown = String::new();
    let mut open = Vec::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('[') {
        let (tag, after) = after.split_once(']')?;
        shown.push_str(before);
        match tag.strip_prefix('/') {
            Some(closed) => open.pop().filter(|opened| *opened == closed).map(drop)?,
            None => open.push(tag),
        }
        rest = after;
    }
    shown.push_str(rest);
    Some(shown)
}
