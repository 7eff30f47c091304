//! Measures the cost and the allocations of writing an error with three fields, in several ways.
//!
//! Except for `Human`, all of them write the same bytes. Run with `cargo bench -p agent-error-benches --bench
//! envelope`.

use agent_error::{AgentError, Format};
use divan::{AllocProfiler, Bencher, black_box};
use serde::Serialize;
use serde_json::json;
use std::fmt;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

#[derive(Debug, thiserror::Error, AgentError)]
enum QueryError {
    #[error("no answer from {host}:{port} after {attempts} attempts")]
    #[code("DB_NO_ANSWER", exit = 8, retryable, suggest = "Raise the limit: `dbtool query --timeout 60`")]
    Fixed { host: String, port: u16, attempts: u32 },
    #[error("no answer from {host}:{port} after {attempts} attempts")]
    #[code("DB_NO_REPLY", exit = 8, retryable, suggest = "Look at the server: `dbtool status --host {host}`")]
    Templated { host: String, port: u16, attempts: u32 },
}

const HOST: &str = "db-1.example.com";
const PORT: u16 = 5432;
const ATTEMPTS: u32 = 3;

fn fixed() -> QueryError {
    QueryError::Fixed { host: HOST.into(), port: PORT, attempts: ATTEMPTS }
}

fn templated() -> QueryError {
    QueryError::Templated { host: HOST.into(), port: PORT, attempts: ATTEMPTS }
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
    phase: &'a str,
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
    schema_version: &'static str,
}

/// Writes the same bytes as the derive's envelope, by serializing a struct.
fn write_struct(error: &QueryError, out: &mut Vec<u8>) {
    let (code, host, port, attempts) = match error {
        QueryError::Fixed { host, port, attempts } => ("DB_NO_ANSWER", host, *port, *attempts),
        QueryError::Templated { host, port, attempts } => ("DB_NO_REPLY", host, *port, *attempts),
    };
    let write = |suggestion: fmt::Arguments<'_>| {
        let error = ErrorObject {
            code,
            message: format_args!("{error}"),
            cause: None,
            detail: None,
            suggestion: Some(suggestion),
            docs_url: None,
            retryable: true,
            retry_after_ms: None,
            phase: "execution",
            context: Some(Context { host, port, attempts }),
        };
        let meta = Meta { duration_ms: 0, schema_version: "1.0" };
        serde_json::to_writer(out, &Envelope { ok: false, data: None, error, warnings: &[], meta })
    };
    let written = match error {
        QueryError::Fixed { .. } => write(format_args!("Raise the limit: `dbtool query --timeout 60`")),
        QueryError::Templated { .. } => write(format_args!("Look at the server: `dbtool status --host {host}`")),
    };
    assert!(written.is_ok(), "a vector takes everything");
}

/// Builds the same JSON with `json!`.
fn json_text(error: &QueryError) -> String {
    let (code, suggestion, host, port, attempts) = match error {
        QueryError::Fixed { host, port, attempts } => {
            let suggestion = "Raise the limit: `dbtool query --timeout 60`".to_owned();
            ("DB_NO_ANSWER", suggestion, host, port, attempts)
        }
        QueryError::Templated { host, port, attempts } => {
            let suggestion = format!("Look at the server: `dbtool status --host {host}`");
            ("DB_NO_REPLY", suggestion, host, port, attempts)
        }
    };
    json!({
        "ok": false,
        "data": null,
        "error": {
            "code": code,
            "message": error.to_string(),
            "suggestion": suggestion,
            "retryable": true,
            "phase": "execution",
            "context": {"host": host, "port": port, "attempts": attempts},
        },
        "warnings": [],
        "meta": {"duration_ms": 0, "schema_version": "1.0"},
    })
    .to_string()
}

/// Writes into a reused vector, like the buffer of a stream.
fn bench_write(bencher: Bencher<'_, '_>, error: &QueryError, write: impl Fn(&QueryError, &mut Vec<u8>)) {
    let mut out = Vec::with_capacity(4096);
    bencher.bench_local(|| {
        out.clear();
        write(black_box(error), &mut out);
        black_box(out.len())
    });
}

fn write_format(format: Format) -> impl Fn(&QueryError, &mut Vec<u8>) {
    move |error, out| assert!(agent_error::write(error, format, out).is_ok(), "a vector takes everything")
}

#[divan::bench_group]
mod fixed_suggestion {
    use super::{Bencher, Format, bench_write, black_box, fixed, json_text, write_format, write_struct};

    #[divan::bench]
    fn agent_error_write(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &fixed(), write_format(Format::Envelope));
    }

    #[divan::bench]
    fn agent_error_render(bencher: Bencher<'_, '_>) {
        let error = fixed();
        bencher.bench_local(|| agent_error::render(black_box(&error), Format::Envelope));
    }

    #[divan::bench]
    fn agent_error_human(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &fixed(), write_format(Format::Human));
    }

    #[divan::bench]
    fn serde_struct_write(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &fixed(), write_struct);
    }

    #[divan::bench]
    fn serde_json_macro(bencher: Bencher<'_, '_>) {
        let error = fixed();
        bencher.bench_local(|| json_text(black_box(&error)));
    }
}

#[divan::bench_group]
mod templated_suggestion {
    use super::{Bencher, Format, bench_write, black_box, json_text, templated, write_format, write_struct};

    #[divan::bench]
    fn agent_error_write(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &templated(), write_format(Format::Envelope));
    }

    #[divan::bench]
    fn agent_error_render(bencher: Bencher<'_, '_>) {
        let error = templated();
        bencher.bench_local(|| agent_error::render(black_box(&error), Format::Envelope));
    }

    #[divan::bench]
    fn agent_error_human(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &templated(), write_format(Format::Human));
    }

    #[divan::bench]
    fn serde_struct_write(bencher: Bencher<'_, '_>) {
        bench_write(bencher, &templated(), write_struct);
    }

    #[divan::bench]
    fn serde_json_macro(bencher: Bencher<'_, '_>) {
        let error = templated();
        bencher.bench_local(|| json_text(black_box(&error)));
    }
}

/// Checks that all sides produce the same output. Otherwise, the comparison would be meaningless.
fn check_same_output() {
    for error in [fixed(), templated()] {
        let mut streamed = Vec::new();
        write_format(Format::Envelope)(&error, &mut streamed);
        let mut by_struct = Vec::new();
        write_struct(&error, &mut by_struct);
        let text = String::from_utf8_lossy(&streamed);
        assert_eq!(text, String::from_utf8_lossy(&by_struct));
        assert_eq!(text, agent_error::render(&error, Format::Envelope));
        // The macro sorts keys, so compare the parsed values and the lengths.
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(value(&text), value(&json_text(&error)));
        assert_eq!(text.len(), json_text(&error).len());
        println!("envelope of {} bytes: {text}", text.len());
    }
}

fn main() {
    check_same_output();
    divan::main();
}
