//! The command line of `convert`, and the catalog.

use crate::{convert, refuses};
use agent_error::Format;
use serde_json::json;

#[test]
fn a_format_to_write_is_required() {
    let error = refuses(&[], "[error:X] m", 2);
    assert_eq!(error["code"], "MISSING_REQUIRED_FLAGS");
    assert!(error["context"]["missing"]["--to <FORMAT>"].is_string(), "{error}");
}

#[test]
fn an_unknown_format_is_answered_with_the_known_ones() {
    let error = refuses(&["--to", "xml", "--from", "yaml"], "", 2);
    assert_eq!((&error["code"], &error["context"]["value"]), (&json!("INVALID_FLAG_VALUE"), &json!("yaml")));
    let error = refuses(&["--to", "flta"], "", 2);
    assert_eq!(error["context"]["valid"], json!(Format::WORDS));
    assert_eq!(error["context"]["nearest"], json!(["flat"]));
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
fn help_is_plain() {
    let output = convert(&["--help"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Usage: agent-error convert [OPTIONS] --to <FORMAT> [FILE]"), "{text}");
    assert!(Format::WORDS.iter().all(|word| text.contains(word)), "{text}");
}
