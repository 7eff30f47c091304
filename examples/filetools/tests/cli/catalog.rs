//! Tests of `errors`, which shows the catalog to agents.

use crate::sandbox::Sandbox;
use serde_json::json;

#[test]
fn every_code_is_documented() {
    let sandbox = Sandbox::new();
    let (data, warnings) = sandbox.succeeds(&["errors", "list", "--all"]);
    assert_eq!(warnings, "", "no two rules tie");
    let own = data["errors"].as_array().unwrap().iter();
    let own: Vec<_> = own.filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("filetools::")).collect();
    assert_eq!(own.len(), 27);
    for entry in own {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://filetools.example.com/errors/{code}"));
        for key in ["summary", "message", "suggestion"] {
            // There is no advice for unknown errors.
            let is_unknown = key == "suggestion" && code == "PROVIDER_UNCLASSIFIED";
            assert!(is_unknown || entry[key].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {key}");
        }
        let context = entry["context"].as_array().unwrap();
        assert!(context.iter().all(|field| field["summary"].is_string()), "{entry}");
    }
}

#[test]
fn only_transient_errors_are_retryable() {
    let (data, _) = Sandbox::new().succeeds(&["errors", "list", "--all", "--retryable"]);
    let codes: Vec<_> =
        data["errors"].as_array().unwrap().iter().map(|entry| entry["code"].as_str().unwrap()).collect();
    let expected = [
        "IO_ERROR",
        "PROVIDER_CONNECTION_LOST",
        "PROVIDER_CONNECTION_REFUSED",
        "PROVIDER_HOST_NOT_FOUND",
        "PROVIDER_RATE_LIMIT",
        "PROVIDER_SERVER_ERROR",
        "PROVIDER_TIMEOUT",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn classification_rules_are_in_the_catalog() {
    let sandbox = Sandbox::new();
    let rules = |code: &str| sandbox.succeeds(&["errors", "explain", code]).0["classify"].clone();
    let rate_limit = rules("PROVIDER_RATE_LIMIT");
    for rule in [
        json!({"rule": "status", "value": "429"}),
        json!({"rule": "message", "value": "429"}),
        json!({"rule": "message", "value": "rate limit"}),
    ] {
        assert!(rate_limit.as_array().unwrap().contains(&rule), "{rate_limit}");
    }
    assert_eq!(rules("PROVIDER_UNCLASSIFIED"), json!([{"rule": "fallback"}]));
}

#[test]
fn the_exit_codes_are_explained() {
    let (data, _) = Sandbox::new().succeeds(&["errors", "exits"]);
    let exits = data["exit_codes"].as_array().unwrap().iter().map(|exit| exit["exit_code"].as_u64().unwrap());
    let exits: Vec<u64> = exits.collect();
    for exit in [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 70, 74] {
        assert!(exits.contains(&exit), "{exit}: {exits:?}");
    }
}
