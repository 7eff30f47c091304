//! Tests of the command line. Standard output is reserved for the protocol.

use crate::BILLING;
use agent_error_tooling::Document;
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs the program without input. Returns the exit code, standard output and standard error.
fn billing(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(BILLING);
    let output = command.args(arguments).env_clear().stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_reason_for_stopping_is_reported_on_standard_error() {
    for (arguments, exit, code) in [
        (&["serve"][..], 76, "CLIENT_SILENT"),
        (&["serve", "--output", "json"], 76, "CLIENT_SILENT"),
        (&["serve", "--output", "xml"], 76, "CLIENT_SILENT"),
        (&["serve", "--rate-limit", "many"], 2, "INVALID_FLAG_VALUE"),
        (&["serve", "--port", "1"], 2, "UNKNOWN_FLAG"),
    ] {
        let (status, stdout, stderr) = billing(arguments);
        let error: Value = serde_json::from_str(&stderr).unwrap();
        assert_eq!((status, &*stdout, &error["error"]["code"]), (Some(exit), "", &Value::from(code)), "{stderr}");
    }
}

/// The first line that the client sent may contain secrets.
#[test]
fn the_first_invalid_message_of_a_client_is_not_quoted() {
    let mut command = Command::new(BILLING);
    command.args(["serve", "--output", "human"]).env_clear();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"password":"hunter2"}}"#;
    child.stdin.take().unwrap().write_all(&[answer.as_slice(), b"\n"].concat()).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(76), "{stderr}");
    assert!(
        stderr.contains("the first message is not an initialize request") && !stderr.contains("hunter2"),
        "{stderr}"
    );
}

#[test]
fn every_code_can_be_explained_before_anything_fails() {
    let (status, stdout, _) = billing(&["errors", "explain", "OverPayment", "--output", "human"]);
    assert_eq!(status, Some(0));
    for part in ["Use amount_cents: {open_cents} for full payment.", "invoice_total_cents (integer)", "invoices_charge"]
    {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let (_, catalog, _) = billing(&["errors", "catalog"]);
    let lint = catalog.parse::<Document>().unwrap().lint();
    // The codes of the tools are in Pascal case.
    let styles = "AlreadyPaid and CLIENT_SILENT are written in different styles; choose one style for all codes";
    assert_eq!((lint.score(), lint.lines(|_| true)), (3, vec![styles.to_owned()]));
}

/// Tool errors don't stop the server, so `errors list --command serve` omits them.
#[test]
fn the_server_lists_its_exit_codes() {
    let (_, stdout, _) = billing(&["errors", "list", "--all", "--command", "serve"]);
    let list: Value = serde_json::from_str(&stdout).unwrap();
    let own = list["errors"].as_array().unwrap().iter();
    let own = own.filter(|error| error["declared_by"].as_str().unwrap().starts_with("billing::"));
    let codes: Vec<&str> = own.map(|error| error["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["CLIENT_SILENT", "SERVER_NOT_STARTED", "SERVER_STOPPED"]);
}
