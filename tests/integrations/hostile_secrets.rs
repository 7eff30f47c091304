//! Tests of inputs that are designed to make redaction slow or its output large.

use agent_error::ErrorRecord;
use agent_error::format::without_secrets;
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};

fn read(body: &str) -> ErrorRecord {
    ErrorRecord::from_response(StatusCode::BAD_REQUEST, &HeaderMap::new(), body.as_bytes())
}

/// Asserts that the time grows linearly with the size of the input. A busy machine may slow down one attempt, but not
/// all of them.
#[track_caller]
pub(crate) fn assert_linear(name: &str, text: impl Fn(usize) -> String, run: impl Fn(&str)) {
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

#[test]
fn parts_of_the_mark_as_secrets_do_not_make_a_response_grow() {
    const MARK: &str = "[REDACTED]";
    let mut parts: Vec<String> = Vec::new();
    for start in 0..MARK.len() {
        parts.extend((start + 1..=MARK.len()).map(|end| MARK[start..end].to_owned()));
    }
    parts.extend((0..163).map(|index| format!("{}{index}", &MARK[index % 6..index % 6 + 4])));
    let body = json!({"message": "REDACTED ".repeat(350), "passwords": parts}).to_string();
    assert!(body.len() > 5_000 && body.len() < 6_000, "{}", body.len());
    let record = read(&body);
    assert!(record.message.len() <= MARK.len() * 9 * 350, "{}", record.message.len());
    assert!(format!("{record:?}").len() < MARK.len() * body.len());
}

#[test]
fn time_is_linear_in_the_secrets_and_the_text() {
    let half = |size: usize, secrets: Vec<String>, text: String| {
        let body = json!({"message": "denied", "detail": text, "password": secrets}).to_string();
        assert!(body.len() < 4 * size, "{} for {size}", body.len());
        body
    };
    let run = |body: &str| drop(read(body));
    assert_linear(
        "one character, and secrets of it",
        |size| {
            let count = size.isqrt();
            half(size, (1..count).map(|length| "a".repeat(length)).collect(), "a".repeat(size / 2))
        },
        run,
    );
    assert_linear(
        "a short secret, and a long one that almost occurs everywhere",
        |size| half(size, vec!["aaaa".into(), "a".repeat(size / 4) + "b"], "a".repeat(size / 2)),
        run,
    );
    assert_linear(
        "many secrets",
        |size| half(size, (0..size / 16).map(|index| format!("s{index:07}")).collect(), "s00000 ".repeat(size / 14)),
        run,
    );
}

/// The beginnings of values in all syntaxes. Some are rejected late, so a text of many of them may be searched again.
const PARTS: &[&str] = &[
    "token=",
    "token= ",
    "token=a;",
    "token:",
    "password:must:",
    "token={",
    "token={{a}",
    "token=[1,",
    "token={\"",
    "token=\"",
    "\"token=a",
    "\"token\":",
    "'token=\\'",
    "\\\\'token=a ",
    "\\",
    "token={\\",
    "token=\\",
    "\\\"token\\\":",
    "((((",
    "Some(",
    "token: Some(",
    "token: A::",
    "pass:a:",
    "sid=1,",
    "tokens=[1,",
    "auth: [",
    "<token>",
    "<token>a",
    "a://",
    "a://b:c",
    "a://b:c d@",
    "@",
    "sk-",
    "eyJ-",
    "eyJaaaaaaaa.",
    "eyJaaaaaaaa.a.",
    "-----BEGIN ",
    "-----BEGIN A PRIVATE KEY-----",
    "Bearer ",
    "Bearer a",
    "Authorization: ",
    "Authorization: Bearer ",
    "Authorization: Digest ",
    "Cookie: ",
    "'Cookie: ",
    "--password ",
    "--password a",
    "api_",
    "API ",
    "API key ",
    "API key: ",
    "token limit:a:",
    "aA",
    "x",
    "é",
    "token=xxx",
    "token=$A",
    "token=$(",
    "token=${a",
    "(\"token\",",
    "\"--token\", \"",
    "b",
    "token=b",
    "token='a'\\''",
    "\n",
    " ",
    "token   ",
    "a:5432:b:c:",
    "a:b@c:1",
    "*:",
    "eve:",
    "a%3A%2F%2Fb%3A",
    "a:\\/\\/b:c",
    "<token ",
    "<a:token b",
    "</key><string>token",
    "&quot;token&quot;:&quot;",
    "token=&quot;\\",
    "\u{1b}[1mtoken=",
    "identified by '",
    "key=aaaaaaaaaaaaaaa1'",
    "pin=1'",
    "password: str = ",
    "token=\\\n",
    "token=\n",
    "**token**: ",
    "token=\\\\\\\"",
    "\\\\\\\"token=",
    "\"Authorization: Digest a=",
    "'Cookie: a='",
    "password: !a",
    "token=<(",
    "token={a}}b",
    "password | ",
];

#[test]
fn time_is_linear_in_a_text_of_any_syntax() {
    let run = |text: &str| {
        let shown = without_secrets(text);
        assert!(shown.len() <= "[REDACTED]".len() * text.len());
    };
    for part in PARTS {
        for after in ["", "\"", "'", "}@>=:"] {
            let text = |size: usize| part.repeat(size / part.len()) + after;
            assert_linear(&format!("{part:?} and {after:?}"), text, run);
        }
    }
}

#[test]
fn a_long_name_before_each_string_takes_linear_time() {
    let run = |text: &str| drop(without_secrets(text));
    for start in ["api_", "", "é"] {
        assert_linear(start, |size| format!("{start}{}: b", "a".repeat(size)), run);
        assert_linear(start, |size| format!("{start}{}: b", "a_".repeat(size / 2)), run);
        assert_linear(start, |size| format!("{start}{}: b", "aB".repeat(size / 2)), run);
    }
}
