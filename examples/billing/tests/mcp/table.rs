//! Tests each error against the table that the tests with all MCP SDKs share.

use crate::BILLING;
use crate::mcp_table::{assert_answers, client};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

#[test]
fn every_result_matches_the_table() {
    assert_answers(BILLING, 50);
}

/// A code that no call in the table provokes would be untested.
#[test]
fn every_code_of_the_tools_is_in_the_table() {
    let output = Command::new(BILLING).args(["errors", "list", "--all"]).env_clear().output().unwrap();
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of_tools = |error: &&Value| {
        let declared = error["declared_by"].as_str().unwrap();
        declared.starts_with("billing::error::billing::") || error["code"] == "RATE_LIMITED"
    };
    let errors = list["errors"].as_array().unwrap().iter().filter(of_tools);
    let codes: Vec<&str> = errors.map(|error| error["code"].as_str().unwrap()).collect();
    assert_eq!(
        codes,
        [
            "AlreadyPaid",
            "CardDeclined",
            "InvoiceNotFound",
            "LedgerUnreadable",
            "LedgerUnwritable",
            "OverPayment",
            "PaymentUnconfirmed",
            "ProjectNotFound",
            "RATE_LIMITED"
        ]
    );
    let table = include_str!("../../../../tests/mcp_sdks/billing.json");
    let of_every_server = ["MISSING_DISCRIMINATOR", "INVALID_DISCRIMINATOR", "UNKNOWN_ACTION", "UNKNOWN_TOOL"];
    for code in codes.into_iter().chain(of_every_server) {
        assert!(table.contains(&format!(r#"<tool_error code=\"{code}\""#)), "{code}");
    }
    assert!(table.contains("<validation_error "));
}

/// The tool list contains the errors of each tool, so clients know them before the first call.
#[tokio::test]
async fn tool_descriptions_list_their_errors() {
    let folder = tempfile::tempdir().unwrap();
    let client = client(BILLING, &["serve".to_owned()], folder.path(), true, Stdio::inherit()).await;
    let tools = client.list_all_tools().await.unwrap();
    let of = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap();
    let declared = |name: &str| of(name).meta.as_ref().unwrap()["agent-error/errors"].clone();
    assert_eq!(declared("invoices_get"), json!(["InvoiceNotFound", "LedgerUnreadable"]));
    assert_eq!(declared("projects"), json!(["LedgerUnreadable", "ProjectNotFound"]));
    let description = of("invoices_charge").description.as_deref().unwrap();
    let codes = "AlreadyPaid, CardDeclined, InvoiceNotFound, LedgerUnreadable, LedgerUnwritable, OverPayment, \
         PaymentUnconfirmed, RATE_LIMITED";
    assert_eq!(
        description,
        format!("Charges a card for an invoice.\n\nErrors: {codes}; `errors_explain` explains them.")
    );
    client.cancel().await.unwrap();
}
