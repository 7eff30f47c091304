//! Times one envelope: the spike, a serde struct, and miette's JSON report of the same error. A program of its own that is built by `measure.sh`.

use agent_error_spike::format::{Meta, envelope};
use agent_error_spike::{AgentError, ErrorRecord};
use serde::Serialize;
use std::hint::black_box;
use std::time::Instant;

#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("no answer from {host}:{port} after {attempts} attempts")]
#[diagnostic(code(db::no_answer), help("Look at the server: `dbtool status --host {host}`"))]
struct NoAnswer {
    host: String,
    port: u16,
    attempts: u32,
}

const _: () = {
    #[allow(unused_imports)]
    use agent_error_spike::__private::{self as _agent_error, OtherField as _};

    static AGENT_ERROR_TYPE: _agent_error::TypeDef = _agent_error::TypeDef {
        path: concat!(module_path!(), "::NoAnswer"),
        docs: None,
        defs: &[_agent_error::ErrorDef {
            code: "DB_NO_ANSWER",
            exit: _agent_error::exit_code(8),
            variant: "",
            line: line!(),
            fields: &[("host", "String"), ("port", "u16"), ("attempts", "u32")],
            facts: &[
                _agent_error::Fact::Retryable(true),
                _agent_error::Fact::Text(
                    agent_error_spike::definition::Part::Suggestion,
                    "Look at the server: `dbtool status --host {host}`",
                ),
            ],
        }],
        nested: &[],
        cast: _agent_error::cast::<NoAnswer>,
    };
    impl AgentError for NoAnswer {
        fn def(&self) -> Option<&'static _agent_error::ErrorDef> {
            Some(&AGENT_ERROR_TYPE.defs[0])
        }
        fn values(&self) -> _agent_error::Values<'_> {
            let NoAnswer { host: __host, port: __port, attempts: __attempts } = self;
            vec![
                agent_error_spike::value!(__host),
                agent_error_spike::value!(__port),
                agent_error_spike::value!(__attempts),
            ]
        }
    }
};

#[derive(Serialize)]
struct Envelope<'a> {
    ok: bool,
    data: Option<()>,
    error: Failure<'a>,
    warnings: [&'a str; 0],
    meta: About,
}

#[derive(Serialize)]
struct Failure<'a> {
    code: &'a str,
    message: String,
    suggestion: String,
    retryable: bool,
    phase: &'a str,
    context: Context<'a>,
}

#[derive(Serialize)]
struct Context<'a> {
    host: &'a str,
    port: u16,
    attempts: u32,
}

#[derive(Serialize)]
struct About {
    duration_ms: u64,
    schema_version: &'static str,
}

fn by_struct(error: &NoAnswer) -> String {
    let NoAnswer { host, port, attempts } = error;
    let failure = Failure {
        code: "DB_NO_ANSWER",
        message: error.to_string(),
        suggestion: format!("Look at the server: `dbtool status --host {host}`"),
        retryable: true,
        phase: "execution",
        context: Context { host, port: *port, attempts: *attempts },
    };
    let meta = About { duration_ms: 0, schema_version: "1.0" };
    serde_json::to_string(&Envelope { ok: false, data: None, error: failure, warnings: [], meta }).unwrap_or_default()
}

fn by_spike(error: &NoAnswer) -> String {
    let mut record = ErrorRecord::of(error);
    record.clean(64 * 1024);
    envelope::render(&record, Meta::default())
}

fn by_miette(error: &NoAnswer) -> String {
    let mut out = String::new();
    let _ = miette::JSONReportHandler::new().render_report(&mut out, error);
    out
}

/// The fastest of many rounds, in nanoseconds per call.
fn nanos(write: fn(&NoAnswer) -> String) -> f64 {
    let error = NoAnswer { host: "db-1.example.com".to_owned(), port: 5432, attempts: 3 };
    let round = || {
        let started = Instant::now();
        (0..2_000).for_each(|_| drop(black_box(write(black_box(&error)))));
        started.elapsed().as_secs_f64() * 1e9 / 2_000.0
    };
    (0..300).map(|_| round()).fold(f64::MAX, f64::min)
}

fn main() {
    let error = NoAnswer { host: "db-1.example.com".to_owned(), port: 5432, attempts: 3 };
    assert_eq!(by_spike(&error), by_struct(&error));
    let (spike, of_struct, of_miette) = (nanos(by_spike), nanos(by_struct), nanos(by_miette));
    println!("envelope: spike {spike:.0} ns, serde struct {of_struct:.0} ns, miette {of_miette:.0} ns");
    println!("{:.2} of the struct, {:.2} of miette", spike / of_struct, spike / of_miette);
}
