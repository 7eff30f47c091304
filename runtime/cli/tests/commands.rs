//! The subcommands of `agent-error` as processes. `sessions.md` shows their output.

// The programs are shell scripts.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "commands/diff.rs"]
mod diff;
#[path = "commands/export.rs"]
mod export;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "commands/score.rs"]
mod score;
#[path = "commands/source.rs"]
mod source;

use agent_error_testing::{Run, Tool};
use own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use own_schema::OwnSchema;
use serde_json::Value;
use std::fs;
use std::path::Path;

const AGENT_ERROR: &str = env!("CARGO_BIN_EXE_agent-error");

/// The catalogs of two programs in `tests/programs`, which a test there keeps up to date.
const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/catalogs/tree.json");
const REPORTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/catalogs/reports.json");

fn agent_error(arguments: &[&str]) -> Run {
    agent_error_in(Path::new("."), arguments)
}

fn agent_error_in(folder: &Path, arguments: &[&str]) -> Run {
    Tool::new(AGENT_ERROR).args(arguments.iter().copied()).current_dir(folder).run()
}

#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap_or_else(|error| panic!("{error}: {run}"))
}

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new().env("AGENT_ERROR_OUTPUT", "human").case("tests/sessions.md");
}

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(AGENT_ERROR);
}

#[test]
fn each_command_declares_its_codes_and_exit_codes() {
    assert_every_code_has_a_command(AGENT_ERROR, &["export", "diff", "lint", "score"]);
    assert!(own_codes(AGENT_ERROR, "errors explain").is_empty());
    let source = [0, 1, 2, 10, 65, 66, 69, 70, 74];
    assert_states(AGENT_ERROR, "export", "mutating", &[&source[..], &[6, 73]].concat());
    assert_states(AGENT_ERROR, "diff", "mutating", &source);
    assert_states(AGENT_ERROR, "lint", "mutating", &[&source[..], &[73]].concat());
    assert_states(AGENT_ERROR, "score", "destructive", &[0, 1, 2, 69, 70, 74, 79, 80]);
    assert_states(AGENT_ERROR, "errors.list", "safe", &[0, 1, 2, 70, 74]);
}

#[test]
fn the_schema_has_every_code_and_accepts_every_response() {
    let schema = OwnSchema::of(AGENT_ERROR);
    schema.assert_complete();
    for arguments in [
        &["errors", "list"][..],
        &["errors", "exits"],
        &["errors", "manifest"],
        &["errors", "explain", "CATALOG_FILE_INVALID"],
        &["lint", TREE, "--strict"],
        &["diff", TREE, REPORTS],
        &["lint", "/nonexistent"],
        &["score", "--min", "1", "--", "ls", "/nonexistent"],
    ] {
        schema.assert_valid(&envelope(&agent_error(arguments)));
    }
}

#[test]
fn the_catalog_of_the_program_has_the_best_score() {
    assert_eq!(envelope(&agent_error(&["lint", "--", AGENT_ERROR]))["data"]["score"], 3);
}

#[test]
fn accepted_findings_are_not_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let lint =
        |more: &[&str]| agent_error_in(folder.path(), &[&["lint", TREE, "--baseline", "lint.txt"], more].concat());
    lint(&["--strict"]).assert_code("CATALOG_FILE_UNREADABLE").assert_exit(66);
    lint(&["--write-baseline"]).assert_exit(0);
    let path = folder.path().join("lint.txt");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# ") && text.contains("\nNET_DOWN message_has_newline\n"), "{text}");
    lint(&["--strict"]).assert_exit(0);

    fs::write(&path, text.replace("NET_DOWN no_suggestion", "GONE no_summary")).unwrap();
    let run = lint(&["--strict"]);
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1);
    assert_eq!(envelope(&run)["error"]["context"]["findings"].as_array().unwrap().len(), 1);
    let warning = &envelope(&lint(&[]))["warnings"][0];
    assert!(warning.as_str().unwrap().contains("`GONE no_summary`, which is no longer reported"), "{warning}");
}
