//! Calls the server with a real client, and runs the commands in `billing.md`. `tools.txt` has some
//! of the responses.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

#[path = "../../../tests/support/mcp_shutdown.rs"]
mod mcp_shutdown;
#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;
#[path = "../../../tests/support/signals.rs"]
mod support;

use agent_error::format::parse_with;
use agent_error_formats::READERS;
use agent_error_testing::{Lock, Tool};
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use std::fmt::Write as _;
use std::fs::{self, File};

const BILLING: &str = env!("CARGO_BIN_EXE_billing");

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/billing.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(BILLING).args(["errors", "catalog"]).run();
    Lock::new("errors.lock.json").document(run.stdout()).check();
}

/// The rows are the statements of Vurb's guide. The tests with the official SDKs of other languages
/// use the same table.
#[test]
fn every_statement_of_the_guide_is_true_of_the_server() {
    mcp_table::assert_answers(BILLING, 30);
}

#[test]
fn sigterm_terminates_the_server() {
    mcp_shutdown::assert_sigterm_terminates(&[BILLING, "serve"]);
}

/// A code that no call in the table provokes would be untested.
#[test]
fn every_code_of_the_tools_is_in_the_table() {
    let list = Tool::new(BILLING)
        .args(["errors", "list", "--all", "--output", "json"])
        .run()
        .stdout();
    let list: Value = serde_json::from_str(&list).unwrap();
    let table = include_str!("../../../tests/mcp_sdks/billing.json");
    let of_tools = |error: &&Value| {
        error["declared_by"]
            .as_str()
            .unwrap()
            .starts_with("billing::error::BillingError")
    };
    let codes: Vec<_> = list["data"]["errors"]
        .as_array()
        .unwrap()
        .iter()
        .filter(of_tools)
        .collect();
    assert!(codes.len() >= 7, "{list}");
    for error in codes {
        let code = error["code"].as_str().unwrap();
        assert!(
            table.contains(&format!(r#"<tool_error code=\"{code}\""#)),
            "{code}"
        );
    }
}

const ABOUT: &str = "\
Calls of the tools, and the results: whether the call failed, and the text for the model. A warning is not a failure.

";

#[tokio::test]
async fn an_agent_that_follows_the_actions_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let log = File::create(folder.path().join("log")).unwrap();
    let (client, mut server) =
        mcp_table::client(BILLING, &["serve".to_owned()], folder.path(), false, log).await;
    let mut shown = ABOUT.to_owned();
    let mut call = async |tool: &str, arguments: Value| {
        let request = CallToolRequestParams::new(tool.to_owned())
            .with_arguments(arguments.as_object().unwrap().clone());
        let result = client.call_tool(request).await.unwrap();
        let text = result.content[0].as_text().unwrap().text.clone();
        let failed = result.is_error == Some(true);
        let _ = writeln!(shown, "{tool} {arguments}\nisError: {failed}\n{text}\n");
        (failed, text)
    };

    let (failed, text) = call("billing.get_invoice", json!({"id": "INV-1"})).await;
    let error = parse_with(&text, READERS).unwrap();
    assert!(failed);
    let (failed, listed) = call(&error.actions()[0], json!({})).await;
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert!(
        !failed
            && !call("billing.get_invoice", json!({"id": listed[0]["id"]}))
                .await
                .0
    );

    call("billing.get_invoice", json!({"id": ""})).await;
    call("billing.invoices", json!({})).await;
    call("users", json!({})).await;
    call(
        "users",
        json!({"action": "create", "email": "eve", "role": "owner"}),
    )
    .await;
    call(
        "billing.charge",
        json!({"invoice_id": "INV-002", "amount": 1, "card_token": "tok_eve"}),
    )
    .await;
    for (amount, card_token) in [
        (90_000, "tok_eve"),
        (1, "tok_declined"),
        (1, "tok_limited"),
        (1, "tok_exhausted"),
    ] {
        call(
            "billing.charge",
            json!({"invoice_id": "INV-001", "amount": amount, "card_token": card_token}),
        )
        .await;
    }
    assert_data_eq!(shown, file!["tools.txt"].raw());
    client.cancel().await.unwrap();
    server.wait().await.unwrap();
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(
        log.starts_with("billing.charge: INTERNAL_ERROR: ") && log.contains("connection refused"),
        "{log}"
    );
}
