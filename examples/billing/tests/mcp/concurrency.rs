//! Tests of concurrent calls.

use crate::mcp_table::client;
use crate::{BILLING, LEDGER};
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use tokio::task::JoinSet;

const CALLS: u64 = 200;

/// Each charge takes earlier charges into account, and each call gets its own response.
#[tokio::test]
async fn concurrent_charges_are_all_applied_with_their_own_results() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ledger.json"), LEDGER).unwrap();
    let arguments = ["serve", "--rate-limit", "1000"].map(str::to_owned);
    let client = client(BILLING, &arguments, folder.path(), false, Stdio::inherit()).await;

    let mut calls = JoinSet::new();
    for call in 0..2 * CALLS {
        let peer = client.peer().clone();
        calls.spawn(async move {
            let (tool, arguments) = match call % 2 {
                0 => ("invoices_charge", json!({"id": "INV-001", "amount_cents": 1, "card_token": "tok_visa"})),
                _ => ("invoices_get", json!({"id": format!("missing-{call}")})),
            };
            let request = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
            let result = peer.call_tool(request).await.unwrap();
            (call, result.is_error, result.content[0].as_text().unwrap().text.clone())
        });
    }
    let mut open = BTreeSet::new();
    while let Some(answer) = calls.join_next().await {
        let (call, is_error, text) = answer.unwrap();
        if call % 2 == 0 {
            assert_eq!(is_error, Some(false), "{text}");
            let receipt: Value = serde_json::from_str(&text).unwrap();
            open.insert(receipt["open_cents"].as_u64().unwrap());
        } else {
            assert_eq!(is_error, Some(true));
            assert!(text.contains(&format!("<message>invoice \"missing-{call}\" does not exist</message>")), "{text}");
        }
    }
    client.cancel().await.unwrap();
    assert_eq!(open, (12_000 - CALLS..12_000).collect());
    let ledger: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("ledger.json")).unwrap()).unwrap();
    assert_eq!(ledger["invoices"][0]["paid_cents"], CALLS);
}
