//! Tests of `errors`, which shows the catalog to agents.

use crate::tool::{Sandbox, envelope};
use serde_json::Value;

#[test]
fn every_code_is_listed_with_all_required_facts() {
    let listed = Sandbox::new().listed();
    assert!(listed.len() > 30, "{}", listed.len());
    for entry in listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("dbtool::")) {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://dbtool.example.com/errors/{code}"));
        for key in ["summary", "message", "suggestion"] {
            assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {key}");
        }
        let context = entry["context"].as_array().unwrap();
        assert!(context.iter().all(|field| field["summary"].is_string()), "{entry}");
    }
}

#[test]
fn codes_are_filtered_and_explained() {
    let sandbox = Sandbox::new();
    let (data, _) = sandbox.succeeds(&["errors", "list", "--all", "--retryable"]);
    let codes: Vec<&Value> = data["errors"].as_array().unwrap().iter().map(|entry| &entry["code"]).collect();
    let retryable = [
        "DB_CONNECTION_REFUSED",
        "DB_CONNECTION_TIMEOUT",
        "DB_FILE_LOCKED",
        "DB_HOST_UNREACHABLE",
        "DB_RESOLVER_TIMEOUT",
    ];
    assert_eq!(codes, retryable);
    let (data, _) = sandbox.succeeds(&["errors", "explain", "DB_FILE_LOCKED"]);
    assert_eq!(data["retry_after_ms"], 1000);
    let (data, _) = sandbox.succeeds(&["errors", "exits"]);
    let exits = data["exit_codes"].as_array().unwrap().iter().map(|exit| exit["exit_code"].as_u64().unwrap());
    assert_eq!(exits.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7, 12, 65, 70, 74, 78]);
}

#[test]
fn the_list_is_short() {
    let output = Sandbox::new().run(&["errors", "list", "--output", "json"]);
    let own = Sandbox::new().run(&["errors", "list", "--own", "--output", "json"]);
    assert!(output.stdout.len() <= 6_000, "{}", output.stdout.len());
    assert!(own.stdout.len() <= 4_000, "{}", own.stdout.len());
}

#[test]
fn an_unknown_code_is_reported_with_the_nearest() {
    let output = Sandbox::new().run(&["errors", "explain", "DB_FILE_LOCKT"]);
    assert_eq!(output.status.code(), Some(5));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "UNKNOWN_ERROR_CODE");
    assert_eq!(error["context"]["nearest"][0], "DB_FILE_LOCKED");
    assert_eq!(error["docs_url"], "https://dbtool.example.com/errors/UNKNOWN_ERROR_CODE");
    assert_eq!(error["suggestion"], "List all codes with `dbtool errors list`");
}
