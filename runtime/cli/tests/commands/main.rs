//! The subcommands of `agent-error` as processes. `sessions.md` shows their output.

// The programs are shell scripts.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod diff;
mod export;
mod score;
mod source;

use agent_error_testing::{Run, Tool};
use agent_error_tooling::Document;
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
    Tool::new(AGENT_ERROR)
        .args(arguments.iter().copied())
        .current_dir(folder)
        .run()
}

#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap_or_else(|error| panic!("{error}: {run}"))
}

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new()
        .env("AGENT_ERROR_OUTPUT", "human")
        .case("tests/sessions.md");
}

#[test]
fn each_command_declares_its_danger() {
    let manifest = envelope(&agent_error(&["errors", "manifest"]));
    for (command, danger) in [
        ("export", "mutating"),
        ("diff", "mutating"),
        ("lint", "mutating"),
        ("score", "destructive"),
        ("errors.list", "safe"),
    ] {
        assert_eq!(
            manifest["data"]["commands"][command]["danger_level"], danger,
            "{command}"
        );
    }
}

#[test]
fn every_response_matches_the_schema_of_the_program() {
    let catalog = agent_error(&["errors", "catalog"]).stdout();
    let schema = catalog.parse::<Document>().unwrap().envelope_schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
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
        let answer = envelope(&agent_error(arguments));
        let problems: Vec<String> = validator
            .iter_errors(&answer)
            .map(|error| error.to_string())
            .collect();
        assert!(problems.is_empty(), "{problems:?}\n{answer}");
    }
}

/// Each error links to a section of this page.
#[test]
fn the_page_of_codes_has_a_section_for_each_code() {
    let page = include_str!("../../src/codes.md");
    let printed = agent_error(&["errors", "catalog"]).stdout();
    let catalog: Value = serde_json::from_str(&printed).unwrap();
    let errors = catalog["errors"].as_array().unwrap();
    assert!(errors.len() > 30);
    for error in errors {
        let code = error["code"].as_str().unwrap();
        let summary = error["summary"].as_str().unwrap();
        let section = format!("# <a id=\"{code}\"></a>`{code}`\n\n{summary}\n");
        assert!(page.contains(&section), "codes.md lacks:\n{section}");
        // A list of several suggestions isn't compared.
        let suggestion = error["suggestion"].as_str().unwrap_or_default();
        assert!(
            suggestion.contains('{') || page.contains(suggestion),
            "codes.md lacks: {suggestion}"
        );
    }
    let sections = page.lines().filter(|line| line.starts_with("# ")).count();
    assert_eq!(
        sections,
        errors.len(),
        "codes.md has codes that don't exist"
    );
}

#[test]
fn the_program_and_its_catalog_have_the_best_score() {
    assert_eq!(
        envelope(&agent_error(&["lint", "--", AGENT_ERROR]))["data"]["score"],
        3
    );
    agent_error(&["score", "--min", "3", "--", AGENT_ERROR, "--nope"]).assert_exit(0);
}

#[test]
fn accepted_findings_are_not_reported_again() {
    let folder = tempfile::tempdir().unwrap();
    let lint = Tool::new(AGENT_ERROR)
        .args(["lint", TREE, "--baseline", "lint.txt"])
        .current_dir(folder.path());
    let strict = lint.clone().arg("--strict");
    strict
        .run()
        .assert_code("CATALOG_FILE_UNREADABLE")
        .assert_exit(66);
    lint.clone().arg("--write-baseline").run().assert_exit(0);
    let path = folder.path().join("lint.txt");
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("# ") && text.contains("\nNET_DOWN message_has_newline\n"),
        "{text}"
    );
    strict.run().assert_exit(0);

    fs::write(
        &path,
        text.replace("NET_DOWN no_suggestion", "GONE no_summary"),
    )
    .unwrap();
    let run = strict.run();
    run.assert_code("CATALOG_LINT_FAILED").assert_exit(1);
    assert_eq!(
        envelope(&run)["error"]["context"]["findings"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let warning = &envelope(&lint.run())["warnings"][0];
    assert!(
        warning
            .as_str()
            .unwrap()
            .contains("`GONE no_summary`, which is no longer reported"),
        "{warning}"
    );
}
