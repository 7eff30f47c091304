//! Measures the time to redact strings of 64 kB to 4 MB, which must grow linearly.
//!
//! Run with `cargo bench -p agent-error-benches --bench redact`.

use agent_error::ErrorRecord;
use agent_error::format::without_secrets;
use agent_error::http::LONGEST_BODY;
use axum::http::{HeaderMap, StatusCode};
use divan::{Bencher, black_box};
use serde_json::{Value, json};

/// The sizes of the strings, in kB.
const SIZES: [usize; 4] = [64, 256, 1024, 4096];

/// The parts from which the strings are built. The first is ordinary; the others are the worst repetition of each shape.
const PARTS: [&str; 24] = [
    "cannot read the file: it is gone; ",
    "token=",
    "token=[\"",
    "password:must:",
    "'token=\\'",
    "\\\\\\\"token=",
    "token={{a}",
    "<token>a<",
    "a://b:c",
    "eve:a@b:1",
    "curl -u (",
    "--password a ",
    "'Authorization: x' ",
    "'Cookie: a=1' ",
    "'Proxy-Authorization: Digest x=1' ",
    "Bearer ",
    "eyJ-sk-ghp_",
    "eyJaaaaaaaa.a.",
    "-----BEGIN PRIVATE KEY-----\nMHcC\n",
    "hooks.slack.com/services/",
    "password is",
    "API key ",
    "aB",
    "\u{1b}[1mtoken=",
];

fn text_of(part: &str, kilobytes: usize) -> String {
    part.repeat(kilobytes * 1024 / part.len())
}

#[divan::bench(args = SIZES, consts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], sample_count = 3)]
fn text<const PART: usize>(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let text = text_of(PARTS[PART], kilobytes);
    bencher.bench(|| without_secrets(black_box(&text)).len());
}

/// Parses and redacts a response, which may have up to 1 MiB.
#[divan::bench(args = [64, 256, 1023], consts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], sample_count = 3)]
fn response_of<const PART: usize>(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let body = text_of(PARTS[PART], kilobytes);
    bencher.bench(|| ErrorRecord::from_response(StatusCode::FORBIDDEN, &HeaderMap::new(), black_box(body.as_bytes())));
}

/// Parses a message that isn't redacted.
#[divan::bench(args = SIZES, consts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23], sample_count = 3)]
fn parsed<const PART: usize>(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let body = json!({"message": text_of(PARTS[PART], kilobytes)}).to_string();
    bencher.bench(|| agent_error::parse(black_box(&body)).is_ok());
}

/// Redacts a record. Its secrets and its message each make up half of the size.
#[divan::bench(args = SIZES, consts = [0, 1, 2], sample_count = 3)]
fn record<const CASE: usize>(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let half = kilobytes * 1024 / 2;
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
