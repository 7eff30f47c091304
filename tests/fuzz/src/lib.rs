//! Generators that the fuzz targets share.

#[path = "../../formats/invariants.rs"]
pub mod invariants;

use agent_error::{ErrorRecord, FieldError, Severity};
use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use serde_json::{Map, Value};
use std::time::Duration;

/// The maximum number of elements in a list. Longer lists don't find more bugs.
const MOST: usize = 6;
/// The maximum nesting depth of a value.
const DEEPEST: usize = 8;

/// Generates a record from arbitrary bytes.
pub fn record(input: &mut Unstructured<'_>) -> Result<ErrorRecord> {
    let mut record = ErrorRecord::new(text(input)?, text(input)?);
    let parts = &mut *record;
    for part in [
        &mut parts.summary,
        &mut parts.detail,
        &mut parts.suggestion,
        &mut parts.fix_required,
        &mut parts.replacement,
        &mut parts.fix_command,
        &mut parts.check_command,
        &mut parts.docs_url,
        &mut parts.body,
        &mut parts.instance,
    ] {
        *part = optional(input, text)?;
    }
    record.facts.exit_code = optional(input, |input| input.int_in_range(1..=125))?;
    record.facts.retryable = input.arbitrary()?;
    let retry = [RetryStrategy::Immediate, RetryStrategy::Linear, RetryStrategy::Exponential];
    record.facts.retry = optional(input, |input| input.choose(&retry).copied())?;
    let effects = [SideEffects::None, SideEffects::Partial, SideEffects::Complete, SideEffects::Unknown];
    record.facts.side_effects = optional(input, |input| input.choose(&effects).copied())?;
    let phases = [Phase::Validation, Phase::Execution, Phase::Cleanup];
    record.facts.phase = optional(input, |input| input.choose(&phases).copied())?;
    let severities = [Severity::Warning, Severity::Error, Severity::Critical];
    record.facts.severity = optional(input, |input| input.choose(&severities).copied())?;
    record.facts.status = optional(input, Unstructured::arbitrary)?;
    record.retry_after =
        optional(input, |input| Ok(Duration::new(input.arbitrary()?, input.int_in_range(0..=999_999_999)?)))?;
    for _ in 0..input.int_in_range(0..=MOST)? {
        record.actions.push(text(input)?);
    }
    for _ in 0..input.int_in_range(0..=MOST)? {
        record = record.with_context(text(input)?, value(input, DEEPEST)?);
    }
    for _ in 0..input.int_in_range(0..=2)? {
        record.field_errors().push(field_error(input)?);
    }
    for _ in 0..input.int_in_range(0..=MOST)? {
        record = record.with_cause(text(input)?);
    }
    Ok(record)
}

fn optional<'a, T>(
    input: &mut Unstructured<'a>,
    make: impl FnOnce(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Option<T>> {
    if input.arbitrary()? { make(input).map(Some) } else { Ok(None) }
}

/// Generates any string, or sometimes a piece of a format's syntax.
fn text(input: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: &[&str] = &[
        "",
        "\n",
        "hint: x",
        "\nhint: x",
        "[error:X] ",
        "]]>",
        "<![CDATA[",
        "</message>",
        "<action>",
        "    help: x",
        "\u{1b}[31m",
        "\u{1b}]0;",
        "\u{0}",
        "\u{fffe}",
        "\u{9b}",
        "&lt;",
        "&",
        "Run `x`",
        ", ",
        "; ",
        "about:blank",
    ];
    let mut text: String = input.arbitrary()?;
    for _ in 0..input.int_in_range(0..=2)? {
        text.push_str(input.choose(PIECES)?);
    }
    Ok(text)
}

fn value(input: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    let kinds = if depth == 0 { 5 } else { 7 };
    Ok(match input.int_in_range(0..=kinds)? {
        0 => Value::Null,
        1 => Value::from(input.arbitrary::<bool>()?),
        2 => Value::from(input.arbitrary::<i64>()?),
        3 => Value::from(input.arbitrary::<u64>()?),
        // Numbers that JSON can't represent become null.
        4 => Value::from(input.arbitrary::<f64>()?),
        5 => Value::from(text(input)?),
        6 => {
            let length = input.int_in_range(0..=MOST)?;
            (0..length).map(|_| value(input, depth - 1)).collect::<Result<_>>().map(Value::Array)?
        }
        _ => {
            let length = input.int_in_range(0..=MOST)?;
            let members = (0..length).map(|_| Ok((text(input)?, value(input, depth - 1)?)));
            Value::Object(members.collect::<Result<Map<_, _>>>()?)
        }
    })
}

fn field_error(input: &mut Unstructured<'_>) -> Result<FieldError> {
    let mut error = FieldError::new(text(input)?, text(input)?);
    error = match input.int_in_range(0..=2)? {
        0 => error,
        1 => error.missing(),
        _ => error.sent(value(input, 2)?),
    };
    if let Some(sentence) = optional(input, text)? {
        error = error.expected(sentence);
    }
    let options = (0..input.int_in_range(0..=2)?).map(|_| text(input)).collect::<Result<Vec<_>>>()?;
    Ok(error.options(options))
}
