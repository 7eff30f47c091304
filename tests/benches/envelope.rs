//! Measures the cost and the allocations of writing an error with three fields, beside a serde
//! struct.
//!
//! Except for `Human`, all of them write the same bytes. Run with
//! `cargo bench -p agent-error-benches --bench envelope`.

use agent_error::{AgentError, Format};
use divan::{AllocProfiler, Bencher, black_box};
use serde::Serialize;
use std::fmt;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no answer from {host}:{port} after {attempts} attempts")]
#[code(
    "DB_NO_REPLY",
    exit = 8,
    retryable,
    suggest = "Look at the server {host} with `dbtool status`"
)]
struct NoReply {
    host: String,
    port: u16,
    attempts: u32,
}

fn no_reply() -> NoReply {
    NoReply {
        host: "db-1.example.com".into(),
        port: 5432,
        attempts: 3,
    }
}

/// The envelope as someone would write it by hand for a single program.
#[derive(Serialize)]
struct Envelope<'a> {
    ok: bool,
    data: Option<()>,
    error: ErrorObject<'a>,
    warnings: &'a [String],
    meta: Meta,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: &'a str,
    message: fmt::Arguments<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<fmt::Arguments<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<fmt::Arguments<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<fmt::Arguments<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    docs_url: Option<&'a str>,
    retryable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<Context<'a>>,
}

#[derive(Serialize)]
struct Context<'a> {
    host: &'a str,
    port: u16,
    attempts: u32,
}

#[derive(Serialize)]
struct Meta {
    duration_ms: u64,
}

/// Writes the same bytes as the derive's envelope, by serializing a struct.
fn write_struct(error: &NoReply, out: &mut Vec<u8>) {
    let NoReply {
        host,
        port,
        attempts,
    } = error;
    let error = ErrorObject {
        code: "DB_NO_REPLY",
        message: format_args!("{error}"),
        cause: None,
        detail: None,
        suggestion: Some(format_args!(
            "Look at the server {host} with `dbtool status`"
        )),
        docs_url: None,
        retryable: true,
        retry_after_ms: None,
        context: Some(Context {
            host,
            port: *port,
            attempts: *attempts,
        }),
    };
    let meta = Meta { duration_ms: 0 };
    let written = serde_json::to_writer(
        out,
        &Envelope {
            ok: false,
            data: None,
            error,
            warnings: &[],
            meta,
        },
    );
    assert!(written.is_ok(), "a vector takes everything");
}

/// Writes into a reused vector, like the buffer of a stream.
fn bench_write(bencher: Bencher<'_, '_>, write: impl Fn(&NoReply, &mut Vec<u8>)) {
    let (error, mut out) = (no_reply(), Vec::with_capacity(4096));
    bencher.bench_local(|| {
        out.clear();
        write(black_box(&error), &mut out);
        black_box(out.len())
    });
}

fn write_format(format: Format) -> impl Fn(&NoReply, &mut Vec<u8>) {
    move |error, out| out.extend_from_slice(agent_error::render(error, format).as_bytes())
}

#[divan::bench]
fn agent_error_write(bencher: Bencher<'_, '_>) {
    bench_write(bencher, write_format(Format::ENVELOPE));
}

#[divan::bench]
fn agent_error_human(bencher: Bencher<'_, '_>) {
    bench_write(bencher, write_format(Format::HUMAN));
}

#[divan::bench]
fn serde_struct_write(bencher: Bencher<'_, '_>) {
    bench_write(bencher, write_struct);
}

/// Checks that both sides produce the same output. Otherwise, the comparison would be meaningless.
fn check_same_output() {
    let mut streamed = Vec::new();
    write_format(Format::ENVELOPE)(&no_reply(), &mut streamed);
    let mut by_struct = Vec::new();
    write_struct(&no_reply(), &mut by_struct);
    assert_eq!(
        String::from_utf8_lossy(&streamed),
        String::from_utf8_lossy(&by_struct)
    );
}

fn main() {
    check_same_output();
    divan::main();
}
