//! Tests the time and the size of the output if both a list and a string are large. Both must be linear.

use agent_error::{ErrorRecord, FieldError, Format, parse, render};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Asserts that the time grows linearly with the size of the input. A busy machine may slow down one attempt, but not
/// all of them.
#[track_caller]
fn assert_linear(name: &str, text: impl Fn(usize) -> String, run: impl Fn(&str)) {
    const SIZE: usize = 8 * 1024;
    const FACTOR: u32 = 8;
    const ATTEMPTS: usize = 6;
    let (small, large) = (text(SIZE), text(SIZE * FACTOR as usize));
    let time = |text: &str| {
        let start = Instant::now();
        run(text);
        start.elapsed().max(Duration::from_millis(1))
    };
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let (short, long) = (time(&small), time(&large));
        // Quadratic time would be 64 times as long.
        if long < short * (3 * FACTOR) {
            return;
        }
        times.push((short, long));
    }
    assert!(times.is_empty(), "{name}: {FACTOR} times the size took {times:?}");
}

/// Returns the maximum size of a document. A control character becomes an escape of up to eight bytes, and each line can
/// become a few values with names and punctuation.
fn max_size(lines: &str) -> usize {
    16 * lines.len() + 256 * lines.lines().count() + 4096
}

/// The lists, given as lines: equal strings, strings that are prefixes of the next one, and strings that are contained
/// in the message.
fn lists(size: usize) -> Vec<String> {
    let longest = (2 * size).isqrt();
    vec![
        "a\n".repeat(size / 2),
        (1..longest).map(|length| "a".repeat(length) + "\n").collect(),
        (0..size / 8).map(|index| format!("s{index:06}")).collect::<Vec<_>>().join("\n"),
        "\u{202e}\u{1b}[1m\"\\, \n".repeat(size / 12),
    ]
}

/// Returns errors in which one list has all elements and the message repeats them.
fn records(lines: &str) -> Vec<ErrorRecord> {
    let new = || ErrorRecord::new("LARGE", lines.replace('\n', " "));
    let (mut actions, mut context, mut names, mut fields) = (new(), new(), new(), new());
    actions.actions.extend(lines.lines().map(str::to_owned));
    context.context.extend(lines.lines().enumerate().map(|(at, line)| (format!("v{at}"), Value::from(line))));
    names.context.extend(lines.lines().map(|line| (line.to_owned(), Value::from(1))));
    lines.lines().for_each(|line| fields.push_field_error(FieldError::new(line, line).sent(line).options([line])));
    let options = new().with_field_error(FieldError::new("a", "b").options(lines.lines()));
    let secrets = new().with_context("passwords", lines.lines().collect::<Vec<_>>());
    vec![actions, context, names, fields, options, secrets]
}

#[test]
fn large_records_are_written_and_read_in_linear_time() {
    // Test each list with each kind of record and each format, but not with each combination, which would take minutes.
    for (kind, (index, format)) in
        (0..6).flat_map(|kind| Format::ALL.iter().enumerate().map(move |format| (kind, format)))
    {
        let list = (kind + index) % 4;
        let name = format!("record {kind} in {format}, list {list}");
        assert_linear(
            &name,
            |size| lists(size).swap_remove(list),
            |lines| {
                let text = render(&records(lines).swap_remove(kind), *format);
                assert!(text.len() <= max_size(lines), "{name}: {} from {}", text.len(), lines.len());
                let _ = parse(&text);
            },
        );
    }
}

#[test]
fn large_responses_are_read_and_redacted_in_linear_time() {
    for list in 0..4 {
        assert_linear(
            &format!("list {list}"),
            |size| lists(size).swap_remove(list),
            |lines| {
                let list: Vec<&str> = lines.lines().collect();
                let pairs: Vec<Value> =
                    list.iter().map(|line| json!({"field": line, "message": line, "value": line})).collect();
                let body = json!({"message": lines, "errors": pairs, "passwords": list}).to_string();
                let record = ErrorRecord::from_response(StatusCode::BAD_REQUEST, &HeaderMap::new(), body.as_bytes());
                assert!(format!("{record:?}").len() <= 10 * max_size(lines), "{}", lines.len());
            },
        );
    }
}
