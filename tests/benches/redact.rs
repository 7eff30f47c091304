//! Measures the time to redact strings of 1, 2, 4 and 8 MB, which must grow linearly.
//!
//! Run with `cargo bench -p agent-error-benches --bench redact`.

use agent_error::ErrorRecord;
use agent_error::format::without_secrets;
use agent_error::http::LONGEST_BODY;
use axum::http::{HeaderMap, StatusCode};
use divan::{Bencher, black_box};
use serde_json::{Value, json};

const MEGABYTES: [usize; 4] = [1, 2, 4, 8];

/// The parts from which the strings are built. The first is ordinary; the others take the longest per byte.
const PARTS: [&str; 21] = [
    "cannot read the file: it is gone; ",
    "token=",
    "a://b:c",
    "\\",
    "aB",
    "token=[\"",
    "eyJ-sk-ghp_",
    "curl -u (",
    "thin:",
    "login eve password '",
    "password:\n  ",
    "secret: |\n ",
    "name: token, value",
    "password is",
    "eve:a@b:1",
    "a:5432:b:c:",
    "\u{1b}[1mtoken=",
    "&quot;token&quot;:&quot;",
    "key=aaaaaaaaaaaaaaa1'",
    "\\\\\\\"token=",
    "a%3A%2F%2Fb%3A",
];

#[divan::bench(args = MEGABYTES, consts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], sample_count = 3)]
fn text<const PART: usize>(bencher: Bencher<'_, '_>, megabytes: usize) {
    let text = PARTS[PART].repeat((megabytes << 20) / PARTS[PART].len());
    bencher.bench(|| without_secrets(black_box(&text)).len());
}

/// Redacts a record. Its secrets and its message each make up half of the size.
#[divan::bench(args = MEGABYTES, consts = [0, 1, 2], sample_count = 3)]
fn record<const CASE: usize>(bencher: Bencher<'_, '_>, megabytes: usize) {
    let half = (megabytes << 20) / 2;
    let (secrets, message) = case(CASE, half);
    let record = ErrorRecord::new("DENIED", message).with_context("passwords", secrets);
    bencher.bench(|| black_box(&record).clone().without_secrets().message.len());
}

fn case(case: usize, size: usize) -> (Value, String) {
    match case {
        // Each secret is a prefix of the next one.
        0 => {
            let longest = (2 * size).isqrt();
            ((1..longest).map(|length| "a".repeat(length)).collect(), "a".repeat(size))
        }
        // One secret matches at every byte, and a longer one almost matches.
        1 => (json!(["aaaa", "a".repeat(size) + "b"]), "a".repeat(size)),
        // There are many secrets.
        _ => ((0..size / 8).map(|index| format!("s{index:07}")).collect(), "s0000 ".repeat(size / 6)),
    }
}

/// Parses and redacts a response body of the maximum length.
#[divan::bench(sample_count = 3)]
fn response(bencher: Bencher<'_, '_>) {
    let (secrets, message) = case(0, LONGEST_BODY / 3);
    let body = json!({"message": "denied", "detail": message, "passwords": secrets}).to_string();
    assert!(body.len() <= LONGEST_BODY);
    bencher.bench(|| ErrorRecord::from_response(StatusCode::FORBIDDEN, &HeaderMap::new(), black_box(body.as_bytes())));
}

fn main() {
    divan::main();
}
