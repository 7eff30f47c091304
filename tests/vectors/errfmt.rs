//! Tests `agent_error_formats::TAGGED` against `errfmt.json`.

use crate::{CONTROL, Tally, clean, text};
use agent_error::{ErrorRecord, render};
use serde_json::{Value, json};

const ONE_LINE: &str =
    "a newline in code, summary or hint becomes a space, `]` in a code an underscore";
const BLANK_HINT: &str = "a hint of white space alone is left out";
const BLANK_LINE: &str = "one blank line before the body is dropped without a hint, too";

pub(crate) fn judge_format(tally: &mut Tally, _: &Value, case: &Value) {
    let input = &case["input"];
    let (code, summary) = (
        text(input, "code").unwrap_or_default(),
        text(input, "summary").unwrap_or_default(),
    );
    let hint = text(input, "hint").unwrap_or_default();
    let body = text(input, "body").unwrap_or_default();
    let mut record = ErrorRecord::new(code, summary);
    record = if hint.is_empty() {
        record
    } else {
        record.with_suggestion(hint)
    };
    record = if body.is_empty() {
        record
    } else {
        record.with_body(body)
    };
    let ours = render(&record, agent_error_formats::TAGGED);
    let theirs = text(&case["output"], "text").unwrap();
    let expected = expected(tally, case, [code, summary, hint, body], theirs);
    tally.check(case, "text", ours.as_str(), &expected);

    // This crate parses its output without loss. `round_trip_lost` lists what the original loses.
    let read = agent_error_tests::read(agent_error_formats::TAGGED, &ours).unwrap();
    tally.check(
        case,
        "round trip",
        render(&read, agent_error_formats::TAGGED),
        ours,
    );
    tally.run += 1;
}

/// Returns the original's output, adjusted by the rules for deliberate differences.
fn expected(tally: &mut Tally, case: &Value, parts: [&str; 4], theirs: &str) -> String {
    let [code, summary, hint, body] = parts;
    if !hint.is_empty() && hint.trim().is_empty() {
        tally.deviates(case, BLANK_HINT);
        return theirs.replace(&format!("\nhint: {hint}"), "");
    }
    let one_line = |text: &str| {
        text.split('\n')
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let needs_line =
        [code, summary, hint].iter().any(|part| part.contains('\n')) || code.contains(']');
    let needs_cleaning = parts.iter().any(|part| clean(part) != **part);
    if !needs_line && !needs_cleaning {
        return theirs.to_owned();
    }
    if needs_line {
        tally.deviates(case, ONE_LINE);
    }
    if needs_cleaning {
        tally.deviates(case, CONTROL);
    }
    let line = |text: &str| one_line(&clean(text));
    let mut expected = format!("[error:{}] {}", line(code).replace(']', "_"), line(summary));
    if !hint.is_empty() {
        expected = format!("{expected}\nhint: {}", line(hint));
    }
    if !body.is_empty() {
        expected = format!("{expected}\n\n{}", clean(body));
    }
    expected
}

/// Checks the format of a file error. Its code and its hint are those of the example filetools.
pub(crate) fn judge_file_errors(tally: &mut Tally, vectors: &Value, case: &Value) {
    let theirs = text(&case["output"], "text").unwrap();
    let (code, rest) = theirs
        .strip_prefix("[error:")
        .unwrap()
        .split_once("] ")
        .unwrap();
    let (summary, hint) = rest.rsplit_once("\nhint: ").unwrap_or((rest, ""));
    let input = json!({"code": code, "summary": summary, "hint": hint});
    judge_format(
        tally,
        vectors,
        &json!({"name": case["name"], "input": input, "output": case["output"]}),
    );
}

pub(crate) fn judge_parse(tally: &mut Tally, _: &Value, case: &Value) {
    let ours = agent_error_tests::read(
        agent_error_formats::TAGGED,
        text(&case["input"], "text").unwrap(),
    )
    .ok()
    .map(|record| as_json(&record));
    let mut theirs = Some(case["parsed"].clone()).filter(|parsed| !parsed.is_null());
    if let Some(theirs) = &mut theirs
        && theirs["hint"] == ""
        && let Some(rest) = theirs["body"]
            .as_str()
            .and_then(|body| body.strip_prefix('\n'))
            .map(str::to_owned)
    {
        tally.deviates(case, BLANK_LINE);
        theirs["body"] = rest.into();
    }
    tally.check(case, "parsed", ours, theirs);
    tally.run += 1;
}

fn as_json(record: &ErrorRecord) -> Value {
    json!({
        "code": record.code(),
        "summary": record.message(),
        "hint": record.suggestion().unwrap_or_default(),
        "body": record.body().unwrap_or_default(),
    })
}
