//! Tests every error against the exported schemas: as an envelope, as a problem, and as an error of the program.

use crate::client::{Answer, call, get, order};
use crate::own_schema::OwnSchema;
use crate::server::Server;
use agent_error::{Format, render};
use agent_error_tooling::{Document, ExportFormat};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::process::Command;
use std::sync::LazyLock;

const ORDERS: &str = env!("CARGO_BIN_EXE_orders");

pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(ORDERS));

/// The `Problem` schema in the exported OpenAPI document.
static PROBLEM: LazyLock<Validator> = LazyLock::new(|| {
    let output = Command::new(ORDERS).args(["errors", "catalog"]).env_clear().output().unwrap();
    let catalog: Document = String::from_utf8(output.stdout).unwrap().parse().unwrap();
    let mut document: Value = serde_json::from_str(&catalog.export(ExportFormat::OpenApi)[0].text).unwrap();
    document["$ref"] = json!("#/components/schemas/Problem");
    jsonschema::draft202012::new(&document).unwrap()
});

/// Validates an error response. All tests of orders call this. Successful responses have no schema.
#[track_caller]
pub(crate) fn assert_valid(answer: &Answer) {
    if answer.status.is_success() || answer.body.is_empty() {
        return;
    }
    match answer.header("content-type") {
        Some("application/problem+json") => {
            let problem = answer.json();
            let problems: Vec<String> = PROBLEM.iter_errors(&problem).map(|error| error.to_string()).collect();
            assert!(problems.is_empty(), "{problems:?}\n{problem}");
        }
        other => {
            assert_eq!(other, Some("application/json"));
            SCHEMA.assert_valid(&answer.json());
        }
    }
    // A client that parses the error and passes it on also produces a valid envelope.
    let envelope = render(&answer.record(), Format::Envelope);
    SCHEMA.assert_valid(&serde_json::from_str(&envelope).unwrap());
}

#[test]
fn the_schema_is_valid_and_defines_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn the_schema_rejects_modified_envelopes() {
    let server = Server::start(&[]);
    SCHEMA.assert_refuses_changes_of(
        &call(&server, "POST", "/orders/2/cancel", &[("Accept", "application/json")], "").json(),
    );
    let good = order(&server, r#"{"item":"hammer"}"#).json();
    for (member, value) in
        [("status", json!(404)), ("detail", Value::Null), ("retryable", json!(true)), ("context", json!({}))]
    {
        let mut bad = good.clone();
        bad[member] = value;
        assert!(!PROBLEM.is_valid(&bad), "{bad}");
    }
    let mut newer = good.clone();
    newer["code"] = json!("ORDER_LOST");
    assert!(PROBLEM.is_valid(&newer), "a newer release may have more codes");
    let mut other = get(&server, "/orders/9").json();
    other["code"] = json!("ROUTE_UNKNOWN");
    assert!(!PROBLEM.is_valid(&other), "the context is that of another code");
}
