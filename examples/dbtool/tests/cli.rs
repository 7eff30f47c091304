//! Runs the sessions in `dbtool.md` and `README.md`, and follows fixes. To update the sessions in `dbtool.md`, run
//! `cargo overwrite -p dbtool`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error_testing::Tool;
use agent_error_tooling::Document;
use std::io::Read as _;
use std::path::Path;
use std::{env, fs};

const DBTOOL: &str = env!("CARGO_BIN_EXE_dbtool");

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new().case("tests/*.md");
}

#[test]
fn the_fix_for_a_missing_database_creates_it() {
    let folder = tempfile::tempdir().unwrap();
    let status = Tool::new(DBTOOL).args(["status", "--db", "o'neill's data.db"]).current_dir(folder.path());
    status.fails("DB_FILE_MISSING").follow_fix();
}

#[test]
fn the_catalog_passes_the_lint() {
    let catalog = Tool::new(DBTOOL).args(["errors", "catalog"]).run().stdout().parse::<Document>().unwrap();
    assert_eq!((catalog.lint().score(), catalog.lint().lines(|_| true)), (3, vec![]));
}

/// The specification wants backtraces on standard error only.
#[test]
fn a_backtrace_is_never_on_standard_output() {
    let run = Tool::new(DBTOOL).args(["validate", "none.toml"]).env("RUST_BACKTRACE", "full").run();
    run.assert_code("FILE_PATH_MISSING").assert_schema().assert_no_trace();
}

#[test]
fn the_readme_shows_the_output_at_a_terminal() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let session = readme.split("```console\n$ ").nth(1).unwrap().split("```").next().unwrap();
    let commands: Vec<(&str, &str)> = session.split("\n$ ").map(|step| step.split_once('\n').unwrap()).collect();
    assert!(commands.len() >= 4);
    for (command, expected) in commands {
        assert_eq!(without_duration(&shown(command)), without_duration(expected), "$ {command}");
    }
}

/// Runs a command at a terminal with 100 columns, and returns its output.
fn shown(command: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}:{}", Path::new(DBTOOL).parent().unwrap().display(), env::var("PATH").unwrap());
    let (mut terminal, pts) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(50, 100)).unwrap();
    let shell = pty_process::blocking::Command::new("sh").args(["-c", command]).current_dir(folder.path());
    let mut child = shell.env("PATH", path).env("NO_COLOR", "1").env_remove("CI").spawn(pts).unwrap();
    let mut text = Vec::new();
    // Ignore the error: Linux returns EIO once the other side is closed.
    let _ = terminal.read_to_end(&mut text);
    child.wait().unwrap();
    String::from_utf8(text).unwrap().replace("\r\n", "\n")
}

fn without_duration(text: &str) -> String {
    let (start, rest) = text.split_once("\"duration_ms\":").unwrap_or((text, ""));
    format!("{}{}", start, rest.trim_start_matches(|c: char| c.is_ascii_digit())).trim_end().to_owned()
}
