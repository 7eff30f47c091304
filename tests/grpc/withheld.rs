//! Tests that clients see no value of a server error, unless the error is public.

use agent_error::{AgentError, ErrorRecord, FieldError, find};
use agent_error_tonic::{DetailsLayer, Encoder, record, status};
use std::io;
use std::time::Duration;
use tonic::{Code, Status};

const VALUES: [&str; 4] = [
    "db-3.internal",
    "/srv/ledger.db",
    "tenant-4711",
    "stdout of select-77",
];

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(tonic), docs = "https://api.example.com/errors/{code}")]
enum StoreError {
    /// The ledger is unreadable.
    #[error("cannot read {path} on {host}")]
    #[code(
        "W_LEDGER",
        grpc = INTERNAL,
        retry_after = wait,
        suggest = "Try again later\nCall `GetStatus`",
        detail = "{host} is down",
        fix_required = "{host} is up",
        instance = "/tenants/{tenant}",
        body = output,
        actions("GetStatus")
    )]
    Ledger {
        path: &'static str,
        host: &'static str,
        tenant: &'static str,
        output: String,
        wait: Duration,
        fields: Vec<FieldError>,
        source: io::Error,
    },
    #[error("the shop of {tenant} is closed")]
    #[code("W_CLOSED", grpc = DATA_LOSS, public)]
    Closed { tenant: &'static str },
}

fn ledger() -> StoreError {
    StoreError::Ledger {
        path: "/srv/ledger.db",
        host: "db-3.internal",
        tenant: "tenant-4711",
        output: "stdout of select-77".to_owned(),
        wait: Duration::from_secs(9),
        fields: vec![FieldError::new("tenant-4711", "on db-3.internal")],
        source: io::Error::other("/srv/ledger.db: permission denied"),
    }
}

fn unknown() -> ErrorRecord {
    ErrorRecord::new("W_UNKNOWN", "db-3.internal is down")
        .with_suggestion("Connect to db-3.internal")
        .with_context("path", "/srv/ledger.db")
        .with_detail("tenant-4711")
}

/// Returns the values that clients can see.
fn leaked(status: &Status) -> Vec<&'static str> {
    let details = String::from_utf8_lossy(status.details()).into_owned();
    let shown = format!("{} {details}", status.message());
    VALUES
        .into_iter()
        .filter(|value| shown.contains(value))
        .collect()
}

#[test]
fn no_value_of_a_server_error_leaves_the_server() {
    let status_of_ledger = Status::from(ledger());
    assert_eq!(status_of_ledger.code(), Code::Internal);
    assert_eq!(status_of_ledger.message(), "The ledger is unreadable.");
    let status_of_unknown = status(&unknown());
    assert_eq!(status_of_unknown.code(), Code::Unknown);
    assert_eq!(status_of_unknown.message(), "Internal Server Error");
    let lost = status(&unknown().with_exit_code(74).with_status(500));
    for sent in [status_of_ledger, status_of_unknown, lost] {
        assert_eq!(leaked(&sent), [""; 0], "{sent:?}");
    }
}

#[test]
fn what_is_declared_without_fields_stays() {
    let read = record(&Status::from(ledger()));
    assert_eq!(read.code(), "W_LEDGER");
    assert_eq!(read.suggestion(), Some("Try again later\nCall `GetStatus`"));
    assert_eq!(read.retry_after(), Some(Duration::from_secs(9)));
    assert_eq!(
        read.docs_url(),
        Some("https://api.example.com/errors/W_LEDGER")
    );
    let actions = read.context().get("server_actions").unwrap();
    assert_eq!(actions, serde_json::json!(["GetStatus"]));
}

#[test]
fn the_log_gets_everything() {
    let status = Status::from(ledger());
    let logged = format!("{:?}", find(&status).unwrap().record());
    for value in VALUES {
        assert!(logged.contains(value), "{logged}");
    }
}

#[test]
fn clients_see_everything_of_a_public_error() {
    let closed = Status::from(StoreError::Closed {
        tenant: "tenant-4711",
    });
    assert_eq!(closed.message(), "the shop of tenant-4711 is closed");
    assert_eq!(leaked(&status(&unknown().with_public(true))).len(), 3);
    let refused = Encoder::new().status(&unknown().with_exit_code(5));
    assert_eq!(refused.code(), Code::NotFound);
    assert_eq!(leaked(&refused).len(), 3);
}

#[tokio::test]
async fn the_layer_withholds_the_values_of_a_source() {
    let layer = DetailsLayer::new();
    let coded = Status::from_error(Box::new(unknown()));
    let sent = crate::layer::through(&layer, coded).await;
    assert_eq!(leaked(&sent), [""; 0], "{sent:?}");
    // The handler wrote this message for clients.
    let own = crate::layer::through(&layer, Status::internal("tenant-4711 is broken")).await;
    assert_eq!(own.message(), "tenant-4711 is broken");
}
