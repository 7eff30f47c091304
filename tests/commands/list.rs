//! Tests of `errors list --command`.

use crate::{data, envelope, tree};
use agent_error::catalog::{Fields, Filter};
use agent_error::clap::ErrorsCommand;
use agent_error::{AgentError as _, Catalog};
use serde_json::{Value, json};

fn codes(data: &Value) -> Vec<&str> {
    data["errors"].as_array().unwrap().iter().map(|entry| entry["code"].as_str().unwrap()).collect()
}

#[test]
fn a_command_lists_its_own_inherited_and_common_errors() {
    let listed = data(&["errors", "list", "--all", "--command", "db sync"]);
    let codes = codes(&listed);
    for code in ["STORE_BROKEN", "STORE_LOCKED", "INTERNAL", "OUTPUT_NOT_WRITTEN", "UNKNOWN_FLAG"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    for code in ["NET_DOWN", "STORE_FULL", "UNKNOWN_ERROR_CODE", "CATALOG_LINT_FAILED"] {
        assert!(!codes.contains(&code), "{code} in {codes:?}");
    }
    assert_eq!(listed["errors"].as_array().unwrap().len(), codes.len());
    let locked = &listed["errors"].as_array().unwrap().iter().find(|entry| entry["code"] == "STORE_LOCKED").unwrap();
    assert_eq!(locked["docs_url"], "https://tree.example.com/STORE_LOCKED");
}

#[test]
fn a_command_is_found_by_every_spelling() {
    let expected = data(&["errors", "list", "--all", "--command", "db sync"]);
    for path in ["db.sync", "tree db sync", "db copy", "db hidden-alias", "  db   sync "] {
        assert_eq!(data(&["errors", "list", "--all", "--command", path]), expected, "{path}");
    }
}

#[test]
fn the_errors_command_declares_its_own_errors() {
    for (path, own, not_own) in [
        ("errors explain", "UNKNOWN_ERROR_CODE", "STORE_LOCKED"),
        ("errors catalog", "OUTPUT_NOT_WRITTEN", "UNKNOWN_ERROR_CODE"),
    ] {
        let listed = data(&["errors", "list", "--all", "--command", path]);
        let codes = codes(&listed);
        assert!(codes.contains(&own) && !codes.contains(&not_own), "{path}: {codes:?}");
    }
}

#[test]
fn other_filters_also_apply() {
    let listed = data(&["errors", "list", "--command", "db sync", "--prefix", "store", "--retryable"]);
    assert_eq!(codes(&listed), ["STORE_LOCKED"]);
}

#[test]
fn a_command_group_lists_the_errors_declared_for_its_subcommands() {
    let listed = data(&["errors", "list", "--command", "db", "--prefix", "store"]);
    assert_eq!(codes(&listed), ["STORE_LOCKED"]);
    let listed = data(&["errors", "list", "--command", "tree", "--prefix", "store"]);
    assert!(codes(&listed).is_empty());
}

#[test]
fn a_command_that_declares_nothing_is_listed_with_every_exit_code() {
    let run = tree(&["errors", "list", "--command", "plain"]);
    let answer = envelope(&run);
    assert_eq!(answer["warnings"], json!(["`plain` declares no errors: these are those of the whole program"]));
    let codes = codes(&answer["data"]);
    assert!(["NET_DOWN", "STORE_FULL", "UNKNOWN_COMMAND"].iter().all(|code| codes.contains(code)), "{codes:?}");
    assert!(!codes.contains(&"UNKNOWN_ERROR_CODE"), "only `errors` says it: {codes:?}");
}

#[test]
fn an_unknown_command_is_reported_with_the_nearest() {
    for (asked, nearest) in [("db snyc", "db sync"), ("bd", "db"), ("db prnue", "db prune"), ("sync", "db sync")] {
        let run = tree(&["errors", "list", "--command", asked]);
        run.assert_code("UNKNOWN_COMMAND").assert_exit(2).assert_schema();
        let error = &envelope(&run)["error"];
        assert_eq!(error["message"], format!("unknown command `{asked}`"));
        assert_eq!(error["context"]["nearest"][0], nearest, "{error}");
        let advice = "List all commands with `tree errors manifest`";
        assert_eq!(error["suggestion"], advice);
    }
    let run = tree(&["errors", "list", "--command", "secret-comand"]);
    run.assert_code("UNKNOWN_COMMAND");
    assert_eq!(envelope(&run)["error"]["context"]["nearest"], json!(null), "hidden codes are not suggested");
}

#[test]
fn without_its_commands_a_program_cannot_list_them() {
    let catalog = Catalog::of::<agent_error::catalog::CatalogError>();
    let command =
        ErrorsCommand::List { command: Some("db".to_owned()), filter: Filter::default(), fields: Fields::Lean };
    assert_eq!(command.run_with(&catalog).unwrap_err().code(), "COMMANDS_NOT_DECLARED");
    assert_eq!(ErrorsCommand::Manifest { all: false }.run_with(&catalog).unwrap_err().code(), "COMMANDS_NOT_DECLARED");
    assert!(ErrorsCommand::Catalog.run_with(&catalog).is_ok(), "the rest needs none");
}
