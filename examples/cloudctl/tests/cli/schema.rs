//! Tests every failure against cloudctl's schema: envelopes completely, and the nested format partially.

use crate::ADMIN;
use crate::own_schema::OwnSchema;
use crate::sandbox::Sandbox;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;
use std::sync::LazyLock;

static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_cloudctl")));

/// Maps each code to the schema of its context, or `None` if the code has no context.
static CONTEXTS: LazyLock<BTreeMap<String, Option<Validator>>> = LazyLock::new(|| {
    let codes = SCHEMA.document["$defs"].as_object().unwrap().iter().map(|(code, error)| {
        let context = error["properties"].get("context");
        (code.clone(), context.map(|context| jsonschema::draft202012::new(context).unwrap()))
    });
    codes.collect()
});

/// Validates JSON output. All tests of cloudctl call this. Text output has no schema.
#[track_caller]
pub(crate) fn assert_valid(output: &Output) {
    if let Ok(envelope) = serde_json::from_slice::<Value>(&output.stdout)
        && envelope.get("ok").is_some()
    {
        SCHEMA.assert_valid(&envelope);
    }
    if let Ok(envelope) = serde_json::from_slice::<Value>(&output.stderr) {
        assert_valid_in_part(&envelope["error"]);
    }
}

/// Validates the details of an error in the nested format, the only part that the schema covers.
#[track_caller]
fn assert_valid_in_part(error: &Value) {
    let code = error["code"].as_str().unwrap();
    let problems: Vec<String> = match (&CONTEXTS[code], error.get("details")) {
        (None, None) => return,
        (None, Some(_)) => vec!["the details are missing".to_owned()],
        (Some(context), details) => {
            context.iter_errors(details.unwrap_or(&Value::Null)).map(|error| error.to_string()).collect()
        }
    };
    assert!(problems.is_empty(), "{problems:?}\n{error}");
}

#[test]
fn the_schema_is_valid_and_defines_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn the_schema_rejects_modified_envelopes() {
    let output = Sandbox::admin().run(&["instances", "get", "none", "--output", "json"]);
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&output.stdout).unwrap());
}

#[test]
fn all_kinds_of_failures_match_the_schema() {
    let sandbox = Sandbox::of(ADMIN, &[]);
    let mut codes = BTreeSet::new();
    for arguments in [
        &["instances", "list"][..],
        &["instances", "get"],
        &["instances", "get", "none"],
        &["instances", "create"],
        &["instances", "create", "--hostnam", "a"],
        &["instances", "delete", "inst-1"],
        &["balance", "--timeout", "never"],
        &["balance", "--endpoint", "http://127.0.0.1:1"],
        &["balance", "--token-file", "none"],
        &["auth", "login", "--user", "admin"],
        &["instance"],
        &["errors", "explain", "NONE"],
    ] {
        let output = sandbox.run(&[arguments, &["--output", "json"]].concat());
        let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
        codes.insert(envelope["error"]["code"].as_str().unwrap_or("OK").to_owned());
    }
    assert!(codes.len() >= 10, "{codes:?}");
}

#[test]
fn a_shared_code_may_have_the_context_of_either_declaration() {
    let context = CONTEXTS["NOT_FOUND"].as_ref().unwrap();
    for good in [json!({"status": 404}), json!({"status": 404, "resource": "instance", "id": "inst-9"})] {
        assert!(context.is_valid(&good), "{good}");
    }
    for bad in [json!({}), json!({"status": "404"}), json!({"resource": "instance"}), json!({"id": 9})] {
        assert!(!context.is_valid(&bad), "{bad}");
    }
}

#[test]
fn an_unknown_wait_is_null() {
    let context = CONTEXTS["RATE_LIMITED"].as_ref().unwrap();
    assert!(context.is_valid(&json!({"status": 429, "retry_after_s": null})));
    assert!(context.is_valid(&json!({"status": 429, "retry_after_s": 3})));
    assert!(!context.is_valid(&json!({"status": 429})));
    assert!(!context.is_valid(&json!({"status": 429, "retry_after_s": "3"})));
}

#[test]
fn the_catalog_document_matches_its_schema() {
    let output = Sandbox::new(&[]).run(&["errors", "catalog"]);
    let catalog: Value = serde_json::from_slice(&output.stdout).unwrap();
    let validator = jsonschema::draft202012::new(&agent_error_tooling::document_schema()).unwrap();
    let problems: Vec<String> = validator.iter_errors(&catalog).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert!(catalog["errors"].as_array().unwrap().iter().any(|entry| entry["also_declared"].is_array()));
}
