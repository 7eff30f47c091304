//! Tests `agent_error_formats::FLAT` against `pyrite.json`.

use crate::{Tally, load, text};
use agent_error::{ErrorRecord, parse, render};
use serde_json::Value;

const NO_JSON: &str = "NaN is not JSON, so it is read as text";
const SAYS_NOTHING: &str =
    "an object without code and message is not taken for an error, unless the format is named";
const NUMBER: &str = "a message that is a number is read as its text";

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
    let ours = render(&record, agent_error_formats::FLAT);
    assert_eq!(serde_json::from_str::<Value>(&ours).unwrap(), *example);
    let read = parse(&example.to_string()).unwrap();
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

pub(crate) fn judge_mcp_error(tally: &mut Tally, _: &Value, case: &Value) {
    let wire = text(&case["wire"], "text").unwrap();
    let read = agent_error_tests::read(agent_error_formats::FLAT, wire);
    tally.run += 1;
    let Ok(theirs) = serde_json::from_str::<Value>(wire) else {
        tally.deviates(case, NO_JSON);
        return tally.check(case, "read", read.is_ok(), true);
    };
    let record = read.unwrap();
    let message = theirs["error"]
        .as_str()
        .map_or_else(|| theirs["error"].to_string(), str::to_owned);
    if !theirs["error"].is_string() {
        tally.deviates(case, NUMBER);
    }
    tally.check(case, "message", record.message(), &message);
    tally.check(
        case,
        "code",
        record.code(),
        text(&theirs, "error_code").unwrap(),
    );
    tally.check(
        case,
        "suggestion",
        record.suggestion(),
        text(&theirs, "suggestion"),
    );
    tally.check(
        case,
        "retryable",
        record.is_retryable(),
        theirs["retryable"] == true,
    );
    // Detecting the format must give the same result. Rendering the record again must give the
    // proposed format.
    if record.code().is_empty() && record.message().is_empty() {
        tally.deviates(case, SAYS_NOTHING);
        tally.check(case, "detected", parse(wire).is_err(), true);
    } else {
        tally.check(case, "detected", parse(wire).as_ref(), Ok(&record));
    }
    let again: Value = serde_json::from_str(&render(&record, agent_error_formats::FLAT)).unwrap();
    tally.check(case, "flag", &again["error"], &Value::Bool(true));
}

pub(crate) fn judge_cli_error(tally: &mut Tally, _: &Value, case: &Value) {
    let stdout = text(&case["output"], "stdout").unwrap();
    let (input, output) = (&case["input"], stdout.trim_end());
    if output.is_empty() {
        return tally.leave_out(case, "the original crashes and prints nothing");
    }
    tally.run += 1;
    if input["format"] == "rich" {
        // The output is text for people, which can't be parsed.
        return tally.check(case, "parsed", parse(output).is_ok(), false);
    }
    let record = agent_error_tests::read(agent_error_formats::FLAT, output).unwrap();
    tally.check(
        case,
        "message",
        record.message(),
        text(input, "message").unwrap(),
    );
    tally.check(
        case,
        "code",
        record.code(),
        text(input, "error_code").unwrap_or_default(),
    );
    tally.check(case, "detected", parse(output), Ok(record));
}
