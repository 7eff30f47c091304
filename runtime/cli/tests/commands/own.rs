//! The errors that the program declares itself.

use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use crate::own_schema::OwnSchema;
use crate::{agent_error, data, envelope, text};
use serde_json::Value;
use std::sync::LazyLock;

const AGENT_ERROR: &str = env!("CARGO_BIN_EXE_agent-error");

static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(AGENT_ERROR));

#[test]
fn every_code_belongs_to_a_command() {
    assert_every_code_has_a_command(AGENT_ERROR, &["export", "diff", "lint", "score"]);
    assert!(own_codes(AGENT_ERROR, "errors explain").is_empty());
}

#[test]
fn each_command_declares_its_exit_codes() {
    let source = [0, 1, 2, 10, 65, 66, 69, 70, 74];
    assert_states(AGENT_ERROR, "export", "mutating", &[&source[..], &[6, 73]].concat());
    assert_states(AGENT_ERROR, "diff", "mutating", &source);
    assert_states(AGENT_ERROR, "lint", "mutating", &[&source[..], &[73]].concat());
    assert_states(AGENT_ERROR, "score", "destructive", &[0, 1, 2, 69, 70, 74, 79, 80]);
    assert_states(AGENT_ERROR, "errors.list", "safe", &[0, 1, 2, 70, 74]);
}

#[test]
fn every_code_has_a_summary_advice_and_a_page() {
    let data = data(&["errors", "list", "--all"]);
    let listed = data["errors"].as_array().unwrap();
    for entry in listed {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://agent-error.example.com/errors/{code}"));
    }
    let is_own = |entry: &&Value| entry["declared_by"].as_str().unwrap().starts_with("agent_error_cli::");
    let own: Vec<&Value> = listed.iter().filter(is_own).collect();
    assert!(own.len() >= 7, "{}", own.len());
    for entry in own {
        for key in ["summary", "message", "suggestion"] {
            assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{entry} has no {key}");
        }
    }
}

#[test]
fn an_error_is_explained_by_its_code() {
    let explained = text(&["errors", "explain", "CALL_SUCCEEDED"]);
    assert!(explained.contains("Any effects have taken place."), "{explained}");
    let run = agent_error(&["errors", "explain", "CATALOG_FILE_INVLID"]);
    run.assert_exit(5).assert_code("UNKNOWN_ERROR_CODE");
    assert!(envelope(&run)["error"].to_string().contains("CATALOG_FILE_INVALID"), "{run}");
}

#[test]
fn the_exported_schema_has_every_code_and_accepts_every_response() {
    SCHEMA.assert_complete();
    for arguments in [&["list"][..], &["exits"], &["manifest"], &["explain", "CATALOG_FILE_INVALID"]] {
        let run = agent_error(&[&["errors"], arguments].concat());
        run.assert_exit(0);
        SCHEMA.assert_valid(&envelope(&run));
    }
}
