//! Tests of the command declarations: `errors manifest`, `errors list --command`, `--help` and `agent-error lint`.

use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use crate::tool::{Sandbox, envelope};
use agent_error_tooling::Document;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const DBTOOL: &str = env!("CARGO_BIN_EXE_dbtool");

const CSV: [&str; 8] = [
    "CSV_COLUMN_MISSING",
    "CSV_COLUMN_REPEATED",
    "CSV_FILE_EMPTY",
    "CSV_NUMBER_INVALID",
    "CSV_ROW_LENGTH_INVALID",
    "CSV_SKU_REPEATED",
    "CSV_TEXT_INVALID",
    "CSV_VALUE_MISSING",
];
const STORE: [&str; 7] = [
    "DB_FILE_CORRUPT",
    "DB_FILE_LOCKED",
    "DB_FILE_MISSING",
    "DB_FILE_READONLY",
    "DB_ITEM_DUPLICATE",
    "DB_QUERY_FAILED",
    "DB_TABLE_MISSING",
];
const FILE: [&str; 4] = ["FILE_ACCESS_DENIED", "FILE_PATH_IS_DIRECTORY", "FILE_PATH_NOT_FOUND", "FILE_READ_FAILED"];

fn manifest(sandbox: &Sandbox) -> Value {
    sandbox.succeeds(&["errors", "manifest"]).0
}

fn set(parts: &[&[&str]]) -> BTreeSet<String> {
    parts.concat().into_iter().map(str::to_owned).collect()
}

#[test]
fn every_command_declares_its_danger_and_exit_codes() {
    let manifest = manifest(&Sandbox::new());
    assert_eq!(manifest["framework_version"], env!("CARGO_PKG_VERSION"));
    for (command, danger, exits) in [
        ("init", "mutating", &[0, 1, 2, 3, 4, 5, 6, 7, 12, 65, 70, 74][..]),
        ("status", "safe", &[0, 1, 2, 3, 4, 5, 7, 12, 65, 70, 74]),
        ("process", "mutating", &[0, 1, 2, 3, 4, 5, 6, 7, 12, 65, 70, 74]),
        ("sync", "mutating", &[0, 1, 2, 3, 4, 5, 6, 7, 12, 65, 70, 74]),
        ("validate", "safe", &[0, 1, 2, 3, 5, 7, 70, 74, 78]),
        ("connect", "safe", &[0, 1, 2, 3, 5, 12, 70, 74]),
        ("errors.explain", "safe", &[0, 1, 2, 3, 5, 70, 74]),
    ] {
        assert_states(DBTOOL, command, danger, exits);
    }
}

#[test]
fn the_manifest_has_all_flags_and_exit_codes_of_sync() {
    let manifest = manifest(&Sandbox::new());
    let sync = &manifest["commands"]["sync"];
    assert_eq!(sync["description"], "Copy the items from another database");
    let flags = sync["flags"].as_object().unwrap();
    let names: Vec<&String> = flags.keys().collect();
    assert_eq!(names, ["<SOURCE>", "on-conflict"], "options that every command has are listed once");
    assert_eq!(
        flags["on-conflict"],
        json!({
            "type": "enum",
            "required": false,
            "description": "How to handle items whose SKU already exists",
            "default": "fail",
            "enum_values": ["fail", "skip", "update"],
        })
    );
    assert_eq!(flags["<SOURCE>"]["required"], true);
    assert_eq!(manifest["commands"]["connect"]["flags"]["port"]["default"], 5432);
    assert_eq!(
        sync["exit_codes"]["4"],
        json!({
            "name": "PRECONDITION",
            "description": "A precondition is not met; nothing was done. DB_FILE_MISSING, DB_TABLE_MISSING",
            "retryable": false,
            "side_effects": "none",
        })
    );
    assert_eq!(sync["exit_codes"]["12"]["retryable"], true);
}

#[test]
fn the_errors_of_a_command_are_listed() {
    assert_eq!(own_codes(DBTOOL, "sync"), set(&[&FILE, &STORE]));
    assert_eq!(own_codes(DBTOOL, "process"), set(&[&FILE, &STORE, &CSV]));
    assert!(own_codes(DBTOOL, "connect").iter().all(|code| code.starts_with("DB_")));
    assert_every_code_has_a_command(DBTOOL, &["connect", "init", "process", "status", "sync", "validate"]);
}

#[test]
fn the_help_of_a_command_has_one_line_about_errors() {
    let output = Sandbox::new().run(&["connect", "--help"]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.ends_with(" codes; see `dbtool errors list --command connect`\n"), "{help}");
    assert!(!help.contains("DB_CONNECTION_REFUSED"), "{help}");
}

#[test]
fn a_misspelled_command_is_reported_with_the_nearest() {
    let output = Sandbox::new().run(&["errors", "list", "--command", "proces"]);
    assert_eq!(output.status.code(), Some(2));
    let error = &envelope(&output)["error"];
    assert_eq!(error["code"], "UNKNOWN_COMMAND");
    assert_eq!(error["context"]["nearest"], json!(["process"]));
}

#[test]
fn the_catalog_passes_the_lint() {
    let catalog = String::from_utf8(Sandbox::new().run(&["errors", "catalog"]).stdout).unwrap();
    let lint = catalog.parse::<Document>().unwrap().lint();
    assert_eq!((lint.score(), lint.lines(|_| true)), (3, vec![]));
    assert!(lint.codes().len() > 30);
}
