//! The command line of `convert`, and the catalog.

use crate::{agent_error, convert, error, refuses};
use agent_error::Format;
use serde_json::{Value, json};

#[test]
fn a_format_to_write_is_required() {
    let error = refuses(&[], "[error:X] m", 2);
    assert_eq!(error["code"], "MISSING_REQUIRED_FLAGS");
    assert_eq!(error["context"]["missing"], json!(["--to"]));
}

#[test]
fn an_unknown_format_is_answered_with_the_known_ones() {
    let error = refuses(&["--to", "xml", "--from", "yaml"], "", 2);
    assert_eq!((&error["code"], &error["context"]["value"]), (&json!("INVALID_FLAG_VALUE"), &json!("yaml")));
    let error = refuses(&["--to", "flta"], "", 2);
    assert_eq!(error["context"]["valid"], json!(Format::WORDS));
    assert!(error["suggestion"].as_str().unwrap().starts_with("Did you mean `flat`?"), "{error}");
}

#[test]
fn errors_are_in_the_selected_output_format() {
    let output = convert(&["--to", "json", "missing", "--output", "human"]).output().unwrap();
    assert_eq!(output.stdout, b"");
    assert!(output.stderr.starts_with(b"error[INPUT_FILE_NOT_FOUND]: file missing does not exist\n"));
    let output = convert(&["--to", "json", "missing"]).env("AGENT_ERROR_OUTPUT", "xml").output().unwrap();
    assert!(output.stdout.starts_with(b"<tool_error code=\"INPUT_FILE_NOT_FOUND\""));
}

#[test]
fn the_catalog_lists_every_code_with_all_that_the_rubric_asks() {
    let output = agent_error(&["errors", "list", "--all"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["meta"]["tool_version"], env!("CARGO_PKG_VERSION"));
    let listed = envelope["data"]["errors"].as_array().unwrap();
    let own: Vec<&Value> =
        listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("agent_error_cli::")).collect();
    assert_eq!(own.len(), 16);
    for entry in own {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://agent-error.example.com/errors/{code}"));
        for key in ["summary", "message", "suggestion"] {
            assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {key}");
        }
    }
    for code in ["ERROR_TEXT_MALFORMED", "ERROR_FORMAT_UNKNOWN", "OUTPUT_NOT_WRITTEN", "MISSING_REQUIRED_FLAGS"] {
        assert!(listed.iter().any(|entry| entry["code"] == code), "{code}");
    }
}

#[test]
fn a_code_is_explained_and_an_unknown_one_is_not() {
    let output = agent_error(&["--output", "human", "errors", "explain", "INPUT_EMPTY"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The input is empty, or blank."), "{text}");
    let output = agent_error(&["errors", "explain", "INPUT_EMTPY"]).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    assert_eq!(error(&output.stdout)["context"]["nearest"][0], "INPUT_EMPTY");
}

#[test]
fn help_is_plain() {
    let output = convert(&["--help"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Usage: agent-error convert [OPTIONS] --to <FORMAT> [FILE]"), "{text}");
    assert!(Format::WORDS.iter().all(|word| text.contains(word)), "{text}");
}
