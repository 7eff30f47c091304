//! Tests of `errors`, which shows the catalog to agents and people.

use crate::sandbox::Sandbox;
use serde_json::Value;

/// The exit codes that the API's documentation promises.
const PROMISED: [(&str, u64); 9] = [
    ("MISSING_REQUIRED_FLAGS", 2),
    ("CONFIRMATION_REQUIRED", 2),
    ("INTERACTIVE_PROMPT_BLOCKED", 2),
    ("AUTH_ERROR", 3),
    ("API_ERROR", 4),
    ("NOT_FOUND", 5),
    ("INSUFFICIENT_BALANCE", 6),
    ("VALIDATION_ERROR", 2),
    ("ERROR", 1),
];

#[test]
fn every_promised_code_is_listed_with_its_exit_code() {
    let list = Sandbox::new(&[]).succeeds(&["errors", "list", "--all"]);
    let listed = list["errors"].as_array().unwrap();
    for (code, exit) in PROMISED {
        let entries: Vec<&Value> = listed.iter().filter(|entry| entry["code"] == code).collect();
        assert!(!entries.is_empty(), "{code}");
        assert!(entries.iter().all(|entry| entry["exit_code"] == exit), "{code}");
    }
}

#[test]
fn every_code_has_a_summary_advice_a_page_and_described_details() {
    let list = Sandbox::new(&[]).succeeds(&["errors", "list", "--all"]);
    let own = |entry: &&Value| entry["declared_by"].as_str().unwrap().starts_with("cloudctl::");
    let own: Vec<&Value> = list["errors"].as_array().unwrap().iter().filter(own).collect();
    assert!(own.len() >= 20, "{}", own.len());
    for entry in own {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://cloudctl.example.com/errors/{code}"));
        assert!(entry["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{entry}");
        assert!(entry["suggestion"].as_str().is_some_and(|advice| !advice.is_empty()), "{entry}");
        let context = entry["context"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(context.iter().all(|field| field["summary"].is_string()), "{entry}");
    }
}

#[test]
fn retryable_codes_are_listed() {
    let list = Sandbox::new(&[]).succeeds(&["errors", "list", "--all", "--retryable"]);
    let codes: Vec<&Value> = list["errors"].as_array().unwrap().iter().map(|entry| &entry["code"]).collect();
    assert_eq!(
        codes,
        ["API_DISCONNECTED", "API_HOST_NOT_FOUND", "API_TIMEOUT", "API_UNAVAILABLE", "API_UNREACHABLE", "RATE_LIMITED"]
    );
}

#[test]
fn commands_and_flags_in_advice_exist() {
    let sandbox = Sandbox::new(&[]);
    let list = sandbox.succeeds(&["errors", "list", "--all"]);
    let mut commands = 0;
    for entry in list["errors"].as_array().unwrap() {
        let suggestion = entry["suggestion"].as_str().unwrap_or_default();
        for advice in suggestion.split('`').skip(1).step_by(2).filter(|advice| advice.starts_with("cloudctl ")) {
            let words: Vec<&str> = advice.split(' ').skip(1).take_while(|word| !word.starts_with('-')).collect();
            let output = sandbox.run(&[&words[..], &["--help"]].concat());
            assert_eq!(output.status.code(), Some(0), "{advice}");
            commands += 1;
        }
    }
    assert!(commands >= 5, "{commands}");
}

#[test]
fn an_explanation_lists_the_classification_rules() {
    let explained = Sandbox::new(&[]).succeeds(&["errors", "explain", "auth_error"]);
    assert_eq!(explained["code"], "AUTH_ERROR");
    let text = explained.to_string();
    for word in ["401", "403", "no credentials configured", "unauthorized", "token expired"] {
        assert!(text.contains(word), "{text}");
    }
}
