//! Tests that clients of a server see no value of a server error, unless the error is public.

use crate::served::{Answer, Call};
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Report, render};
use agent_error_axum::{ErrorLayer, response};
use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::json;
use std::io;
use std::time::Duration;
#[cfg(debug_assertions)]
use std::{env, process::Command};

/// Values that must not leave the server. Each occurs in several places of the errors below.
const VALUES: [&str; 6] = [
    "postgres://shop:pa55@db-3.internal/shop",
    "db-3.internal",
    "/srv/ledger.db",
    "select-77",
    "tenant-4711",
    "retry-window-9",
];

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(axum), docs = "https://api.example.com/errors/{code}")]
enum StoreError {
    /// The shop's database is unreachable.
    #[error("cannot connect to {dsn}")]
    #[code(
        "DB_UNREACHABLE",
        status = 503,
        retry_after = wait,
        suggest = "Try again later\nSend `GET /status`",
        detail = "{host} refused the connection",
        fix_required = "{host} is up",
        check = "dbtool status {host}",
        replacement = "{host}",
        instance = "/tenants/{tenant}",
        body = output,
        actions("GET /status")
    )]
    Unreachable {
        dsn: String,
        host: &'static str,
        tenant: &'static str,
        output: String,
        wait: Duration,
        fields: Vec<FieldError>,
        source: io::Error,
    },

    #[error("{0}")]
    #[code(
        "QUERY_FAILED",
        status = 500,
        suggest = "Ask about {0}",
        detail = "no values here"
    )]
    Query(#[context(rename = "query")] String),

    #[error("{advice}")]
    #[code("NEXT_STEPS", status = 502, suggest = "{advice}", actions = next)]
    Advised {
        /// What to do.
        #[context(skip)]
        advice: String,
        #[context(skip)]
        next: Vec<String>,
    },

    #[error(transparent)]
    #[code(transparent)]
    Upstream(ErrorRecord),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, integrate(axum))]
enum PublicError {
    /// The shop is closed.
    #[error("the shop of tenant-4711 is closed")]
    #[code(
        "SHOP_CLOSED",
        status = 503,
        public,
        suggest = "Come back after {until}",
        detail = "as posted"
    )]
    Closed {
        until: &'static str,
        source: io::Error,
    },
}

fn unreachable() -> StoreError {
    StoreError::Unreachable {
        dsn: VALUES[0].to_owned(),
        host: "db-3.internal",
        tenant: "tenant-4711",
        output: "stderr of select-77".to_owned(),
        wait: Duration::from_secs(9),
        fields: vec![FieldError::new("select-77", "on tenant-4711").sent("/srv/ledger.db")],
        source: io::Error::other("/srv/ledger.db: permission denied"),
    }
}

/// An error of another server, as a client of it reads it.
fn upstream() -> ErrorRecord {
    ErrorRecord::new("UPSTREAM_DOWN", "db-3.internal is down")
        .with_summary("tenant-4711 is down")
        .with_suggestion("Connect to db-3.internal")
        .with_docs_url("https://db-3.internal/errors")
        .with_actions(["GET https://db-3.internal/status"])
        .with_context("path", "/srv/ledger.db")
        .with_cause("select-77")
        .with_status(502)
}

fn report() -> Report {
    let error = Err::<(), _>(unreachable()).context("while tenant-4711 ran select-77");
    Report::new(error.unwrap_err())
}

fn foreign() -> Report {
    io::Error::other("/srv/ledger.db: permission denied").into()
}

/// The errors of a service, each with its code.
fn errors() -> Vec<(&'static str, ErrorRecord)> {
    let advised = StoreError::Advised {
        advice: "Wait for retry-window-9".to_owned(),
        next: vec!["GET /tenants/tenant-4711".to_owned()],
    };
    vec![
        ("DB_UNREACHABLE", unreachable().record()),
        (
            "QUERY_FAILED",
            StoreError::Query("select-77".to_owned()).record(),
        ),
        ("NEXT_STEPS", advised.record()),
        ("UPSTREAM_DOWN", StoreError::Upstream(upstream()).record()),
        ("DB_UNREACHABLE", report().into_record()),
        ("UNCLASSIFIED_ERROR", foreign().into_record()),
    ]
}

/// A type whose responses had a body of their own before.
struct Own(ErrorRecord);

impl IntoResponse for Own {
    fn into_response(self) -> Response {
        let body = "Internal server error";
        (StatusCode::INTERNAL_SERVER_ERROR, Extension(self.0), body).into_response()
    }
}

fn send(record: ErrorRecord, layer: Option<ErrorLayer>, is_own: bool, accept: &str) -> Answer {
    let handler = move || {
        let record = record.clone();
        async move {
            if is_own {
                Own(record).into_response()
            } else {
                response(&record)
            }
        }
    };
    let router = Router::new().route("/", get(handler));
    let router = match layer {
        Some(layer) => router.layer(layer),
        None => router,
    };
    Call::get("/", &[("accept", accept)]).to(router).unwrap()
}

/// Returns the values that an answer contains, in its headers or its body.
fn leaked(answer: &Answer) -> Vec<&'static str> {
    let shown = format!("{:?} {}", answer.headers, answer.text());
    VALUES
        .into_iter()
        .filter(|value| shown.contains(value))
        .collect()
}

#[test]
fn no_value_of_a_server_error_leaves_the_server_in_any_format() {
    for (code, record) in errors() {
        let problem = send(record.clone(), None, false, "*/*");
        assert_eq!(problem.problem()["code"], code);
        assert_eq!(leaked(&problem), [""; 0], "{}", problem.text());
        for format in agent_error_formats::ALL {
            let layer = ErrorLayer::new().format(*format).by_default();
            for is_own in [false, true] {
                let answer = send(record.clone(), Some(layer), is_own, "*/*");
                assert_eq!(leaked(&answer), [""; 0], "{format} {}", answer.text());
                assert!(answer.status.is_server_error());
            }
        }
    }
}

#[test]
fn what_is_declared_without_fields_stays() {
    let answer = send(unreachable().record(), None, false, "*/*");
    assert_eq!(
        answer.problem(),
        json!({
            "type": "https://api.example.com/errors/DB_UNREACHABLE",
            "title": "The shop's database is unreachable.",
            "status": 503,
            "detail": "The shop's database is unreachable.",
            "code": "DB_UNREACHABLE",
            "suggestion": "Try again later\nSend `GET /status`",
            "retryable": true,
            "retry_after_ms": 9000,
            "phase": "execution",
            "actions": ["GET /status"]
        })
    );
    assert_eq!(answer.header("retry-after"), Some("9"));
    // Without a summary, the message is the reason phrase.
    let query = StoreError::Query("select-77".to_owned());
    let problem = send(query.record(), None, false, "*/*").problem();
    assert_eq!(problem["detail"], "Internal Server Error");
    assert_eq!(problem["explanation"], "no values here");
    assert_eq!(problem.get("suggestion"), None);
}

/// Debug builds warn about values that clients don't see, but standard error may be a log.
#[test]
#[cfg(debug_assertions)]
fn the_warning_shows_values_but_no_secrets() {
    let mut this = Command::new(env::current_exe().unwrap());
    let name = "withheld::what_is_declared_without_fields_stays";
    let output = this.args(["--exact", "--nocapture", name]).output();
    let log = String::from_utf8(output.unwrap().stderr).unwrap();
    let mut lines = log.lines();
    let warning = lines.find(|line| line.contains("the values of `DB_UNREACHABLE`"));
    let warning = warning.unwrap();
    assert!(warning.starts_with("warning: clients don't see"), "{log}");
    assert!(warning.contains("postgres://shop:[REDACTED]@db-3.internal/shop"));
    assert!(!log.contains("pa55"), "{log}");
}

#[test]
fn the_log_gets_everything() {
    let response = unreachable().into_response();
    let logged = response.extensions().get::<ErrorRecord>().unwrap();
    let shown = render(logged, Format::ENVELOPE) + &format!("{logged:?}");
    for value in &VALUES[..5] {
        assert!(shown.contains(value), "{value} {shown}");
    }
}

#[test]
fn clients_see_everything_of_a_public_error() {
    let error = PublicError::Closed {
        until: "retry-window-9",
        source: io::Error::other("/srv/ledger.db"),
    };
    let problem = send(error.record(), None, false, "*/*").problem();
    assert_eq!(problem["detail"], "the shop of tenant-4711 is closed");
    assert_eq!(problem["suggestion"], "Come back after retry-window-9");
    assert_eq!(problem["context"]["until"], "retry-window-9");
    assert_eq!(problem["cause"], "/srv/ledger.db");
    let hidden = error.record().with_public(false);
    let answer = send(hidden, None, false, "*/*");
    assert_eq!(leaked(&answer), [""; 0], "{}", answer.text());
    let shown = send(upstream().with_public(true), None, false, "*/*");
    assert_eq!(leaked(&shown).len(), 4, "{}", shown.text());
}

#[test]
fn errors_of_clients_are_complete() {
    for status in [400, 404, 422, 499] {
        let record = upstream().with_status(status);
        let answer = send(record, None, false, "*/*");
        assert_eq!(leaked(&answer).len(), 4, "{}", answer.text());
    }
}

#[test]
fn the_status_of_the_response_decides() {
    let record = unreachable().record().with_status(404);
    let answer = send(
        record,
        Some(ErrorLayer::new()),
        true,
        "application/problem+json",
    );
    assert_eq!(answer.status, 500);
    assert_eq!(leaked(&answer), [""; 0], "{}", answer.text());
}

#[test]
fn clients_that_do_not_request_problems_get_the_bytes_of_the_service() {
    let answer = send(upstream(), Some(ErrorLayer::new()), true, "*/*");
    assert_eq!(answer.text(), "Internal server error");
}
