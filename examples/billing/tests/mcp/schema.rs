//! Tests that the program's envelopes match its schema.

use crate::BILLING;
use crate::own_schema::OwnSchema;
use agent_error::ready::{InvalidFields, UnknownTool};
use agent_error::{AgentError, FieldError, Format, render};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(BILLING));

/// Runs the program without input and returns its envelope.
fn envelope(arguments: &[&str]) -> Value {
    let mut command = Command::new(BILLING);
    command.args(arguments).args(["--output", "json"]).env_clear().stdin(Stdio::null());
    serde_json::from_slice(&command.output().unwrap().stdout).unwrap()
}

#[test]
fn the_schema_is_valid_and_defines_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn every_envelope_matches_the_schema() {
    for (arguments, code) in [
        (&["serve", "--rate-limit", "many"][..], Some("INVALID_FLAG_VALUE")),
        (&["serve", "--port", "1"], Some("UNKNOWN_FLAG")),
        (&["serv"], Some("UNKNOWN_COMMAND")),
        (&["errors", "explain", "OverPaymnt"], Some("UNKNOWN_ERROR_CODE")),
        (&["errors", "explain", "OverPayment"], None),
        (&["errors", "list"], None),
    ] {
        let envelope = envelope(arguments);
        assert_eq!(envelope["error"]["code"].as_str(), code, "{envelope}");
        SCHEMA.assert_valid(&envelope);
    }
}

/// The server itself returns these errors, whatever the tools declare.
#[test]
fn errors_of_the_server_itself_are_in_the_schema_and_in_the_list() {
    let fields = vec![FieldError::new("id", "Required field is missing.").missing()];
    let invalid = InvalidFields { action: "invoices_get".into(), fields };
    let errors: [&dyn AgentError; 2] = [&invalid, &UnknownTool::new("invoice_get", ["invoices_get"])];
    let listed = envelope(&["errors", "list"])["data"].to_string();
    for error in errors {
        SCHEMA.assert_valid(&serde_json::from_str(&render(error, Format::Envelope)).unwrap());
        assert!(listed.contains(&format!("\"{}\"", error.code())), "{listed}");
    }
}

#[test]
fn the_schema_rejects_modified_envelopes() {
    SCHEMA.assert_refuses_changes_of(&envelope(&["serve", "--port", "1"]));
}
