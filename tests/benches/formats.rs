//! Measures the cost of writing and parsing each format, compared with code written by hand for this error.
//!
//! Run with `cargo bench -p agent-error-benches --bench formats`. The benchmark first checks that both sides write the
//! same bytes. The handwritten code borrows everything and formats its strings in place, which is as fast as serde can
//! be. It neither removes control characters nor limits lengths.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on panics")]

use agent_error::{AgentError, Format};
use divan::{AllocProfiler, Bencher, black_box};
use std::{fmt, io};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
enum FormatsError {
    /// The server did not accept the connection.
    #[error("cannot connect to database at {host}:{port}")]
    #[code("FORMATS_CONNECTION_REFUSED", exit = 12, retry_after = "5s", retry = exponential,
           suggest = "Verify that the database is running: `dbtool status --host {host}`")]
    ConnectionRefused { host: String, port: u16, attempts: u32, source: io::Error },
}

fn sample() -> FormatsError {
    // Don't use an error from the operating system, because it would allocate its message on both sides.
    let source = io::Error::from(io::ErrorKind::ConnectionRefused);
    FormatsError::ConnectionRefused { host: "db-1.internal".into(), port: 5432, attempts: 3, source }
}

fn written(format: Format) -> String {
    agent_error::render(&sample(), format)
}

fn main() {
    for format in by_hand::FORMATS {
        let mut hand = Vec::new();
        by_hand::write(&sample(), *format, &mut hand);
        assert_eq!(String::from_utf8_lossy(&hand), written(*format), "{format}");
    }
    divan::main();
}

/// Writes an error into a reused buffer.
fn bench_write(bencher: Bencher<'_, '_>, format: Format, write: impl Fn(&FormatsError, Format, &mut Vec<u8>) + Sync) {
    let error = sample();
    let mut buffer = Vec::with_capacity(4096);
    bencher.bench_local(|| {
        buffer.clear();
        write(black_box(&error), black_box(format), &mut buffer);
        black_box(buffer.len())
    });
}

#[divan::bench(args = Format::ALL)]
fn write(bencher: Bencher<'_, '_>, format: Format) {
    bench_write(bencher, format, |error, format, buffer| agent_error::write(error, format, buffer).unwrap());
}

#[divan::bench(args = by_hand::FORMATS)]
fn write_by_hand(bencher: Bencher<'_, '_>, format: Format) {
    bench_write(bencher, format, by_hand::write);
}

#[divan::bench(args = Format::ALL)]
fn parse(bencher: Bencher<'_, '_>, format: Format) {
    let text = written(format);
    bencher.bench(|| black_box(format).parse(black_box(&text)).unwrap());
}

#[divan::bench(args = Format::ALL)]
fn parse_detecting(bencher: Bencher<'_, '_>, format: Format) {
    let text = written(format);
    bencher.bench(|| agent_error::parse(black_box(&text)).unwrap());
}

#[divan::bench(args = plain::FORMATS)]
fn parse_plain_struct(bencher: Bencher<'_, '_>, format: Format) {
    let text = written(format);
    match format {
        Format::Envelope => bencher.bench(|| plain::read::<plain::Envelope>(black_box(&text))),
        Format::Nested => bencher.bench(|| plain::read::<plain::Nested>(black_box(&text))),
        Format::Flat => bencher.bench(|| plain::read::<plain::Flat>(black_box(&text))),
        _ => bencher.bench(|| plain::read::<plain::Problem>(black_box(&text))),
    }
}

/// Writes the same bytes, but only supports this error.
mod by_hand {
    use super::{AgentError, Format, FormatsError, fmt};
    use serde::Serialize;
    use std::io::Write;

    pub(super) const FORMATS: &[Format] =
        &[Format::Envelope, Format::Nested, Format::Flat, Format::Problem, Format::Xml, Format::Tagged];

    const DOCS: &str = "https://docs.example.com/errors/FORMATS_CONNECTION_REFUSED";
    const SUMMARY: &str = "The server did not accept the connection.";

    #[derive(Serialize)]
    struct Envelope<'a> {
        ok: bool,
        data: Option<()>,
        error: Full<'a>,
        warnings: [(); 0],
        meta: Meta,
    }

    #[derive(Serialize)]
    struct Full<'a> {
        code: &'a str,
        message: fmt::Arguments<'a>,
        cause: fmt::Arguments<'a>,
        suggestion: fmt::Arguments<'a>,
        docs_url: &'a str,
        retryable: bool,
        retry_after_ms: u64,
        retry_strategy: &'a str,
        phase: &'a str,
        context: Context<'a>,
    }

    #[derive(Serialize)]
    struct Meta {
        duration_ms: u64,
        schema_version: &'static str,
    }

    #[derive(Serialize)]
    struct Context<'a> {
        host: &'a str,
        port: u16,
        attempts: u32,
    }

    #[derive(Serialize)]
    struct Nested<'a> {
        error: Inner<'a>,
    }

    #[derive(Serialize)]
    struct Inner<'a> {
        code: &'a str,
        message: fmt::Arguments<'a>,
        details: Context<'a>,
    }

    #[derive(Serialize)]
    struct Flat<'a> {
        error: bool,
        code: &'a str,
        message: fmt::Arguments<'a>,
        suggestion: fmt::Arguments<'a>,
        retryable: bool,
    }

    #[derive(Serialize)]
    struct Problem<'a> {
        #[serde(rename = "type")]
        ty: &'a str,
        title: &'a str,
        status: u16,
        detail: fmt::Arguments<'a>,
        code: &'a str,
        cause: fmt::Arguments<'a>,
        suggestion: fmt::Arguments<'a>,
        retryable: bool,
        retry_after_ms: u64,
        retry_strategy: &'a str,
        phase: &'a str,
        context: Context<'a>,
    }

    pub(super) fn write(error: &FormatsError, format: Format, buffer: &mut Vec<u8>) {
        let FormatsError::ConnectionRefused { host, port, attempts, source } = error;
        let context = Context { host, port: *port, attempts: *attempts };
        let code = error.code();
        let message = format_args!("{error}");
        let cause = format_args!("{source}");
        let suggestion = format_args!("Verify that the database is running: `dbtool status --host {host}`");
        let (retryable, retry_after_ms, retry_strategy, phase) = (true, 5000, "exponential_backoff", "execution");
        match format {
            Format::Envelope => {
                let docs_url = DOCS;
                #[rustfmt::skip]
                let error = Full {
                    code, message, cause, suggestion, docs_url, retryable, retry_after_ms, retry_strategy, phase, context,
                };
                let meta = Meta { duration_ms: 0, schema_version: "1.0" };
                json(&Envelope { ok: false, data: None, error, warnings: [], meta }, buffer);
            }
            Format::Nested => json(&Nested { error: Inner { code, message, details: context } }, buffer),
            Format::Flat => json(&Flat { error: true, code, message, suggestion, retryable }, buffer),
            Format::Problem => {
                #[rustfmt::skip]
                let problem = Problem {
                    ty: DOCS, title: SUMMARY, status: 503, detail: message, code, cause, suggestion, retryable,
                    retry_after_ms, retry_strategy, phase, context,
                };
                json(&problem, buffer);
            }
            Format::Xml => {
                let (message, host) = (escaped(&error.to_string()), escaped(host));
                write!(
                    buffer,
                    "<tool_error code=\"{code}\" severity=\"error\">\n<message>{message}</message>\n\
                     <recovery>Verify that the database is running: `dbtool status --host {host}`</recovery>\n\
                     <details>\n  <detail key=\"host\">{host}</detail>\n  <detail key=\"port\">{port}</detail>\n  \
                     <detail key=\"attempts\">{attempts}</detail>\n</details>\n\
                     <retry_after>5 seconds</retry_after>\n</tool_error>",
                )
                .unwrap();
            }
            _ => write!(buffer, "[error:{code}] {error}\nhint: {suggestion}").unwrap(),
        }
    }

    fn json<T: Serialize>(value: &T, buffer: &mut Vec<u8>) {
        serde_json::to_writer(buffer, value).unwrap();
    }

    fn escaped(text: &str) -> String {
        text.replace('&', "&amp;").replace('<', "&lt;")
    }
}

/// The types that a program would deserialize into. All strings are owned, as in a record.
mod plain {
    use super::Format;
    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Map, Value};

    pub(super) const FORMATS: &[Format] = &[Format::Envelope, Format::Nested, Format::Flat, Format::Problem];

    pub(super) fn read<T: DeserializeOwned>(text: &str) -> T {
        serde_json::from_str(text).unwrap()
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Envelope {
        ok: bool,
        error: Full,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Full {
        code: String,
        message: String,
        cause: Option<String>,
        detail: Option<String>,
        suggestion: Option<String>,
        docs_url: Option<String>,
        retryable: bool,
        retry_after_ms: Option<u64>,
        retry_strategy: Option<String>,
        phase: Option<String>,
        context: Map<String, Value>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Nested {
        error: Inner,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Inner {
        code: String,
        message: String,
        details: Map<String, Value>,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Flat {
        error: bool,
        code: String,
        message: String,
        detail: Option<String>,
        suggestion: Option<String>,
        retryable: bool,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "what is read is dropped")]
    pub(super) struct Problem {
        #[serde(rename = "type")]
        ty: String,
        title: Option<String>,
        status: u16,
        detail: String,
        code: String,
        cause: Option<String>,
        suggestion: Option<String>,
        retryable: bool,
        retry_after_ms: Option<u64>,
        retry_strategy: Option<String>,
        phase: Option<String>,
        context: Map<String, Value>,
    }
}
