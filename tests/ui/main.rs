//! Every message of the macros as rustc shows it, and code that must compile.
//!
//! `UI=overwrite` writes the messages; review the difference before you commit it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what the tests share are tests, too")]

mod compile;
mod message;
#[path = "../support/rustc.rs"]
mod rustc;

use std::fs;
use std::path::{Path, PathBuf};

/// With fewer cases than this, the runner does not find them.
const LEAST_FAILING: usize = 290;
const LEAST_PASSING: usize = 26;

/// The longest failing case, in lines.
const LONGEST: usize = 15;

/// The sorted content of a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The folders of cases, one per class of failures, and `pass`.
fn folders() -> Vec<PathBuf> {
    let mut folders = entries(Path::new("ui"));
    folders.retain(|path| path.is_dir());
    folders
}

/// The cases that must fail, and those that must pass. The test fails if it finds none.
fn cases() -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut failing, mut passing) = (Vec::new(), Vec::new());
    for folder in folders() {
        let cases = if folder.ends_with("pass") { &mut passing } else { &mut failing };
        cases.extend(entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|name| name == "rs")));
    }
    assert!(failing.len() >= LEAST_FAILING, "only {} failing cases", failing.len());
    assert!(passing.len() >= LEAST_PASSING, "only {} passing cases", passing.len());
    (failing, passing)
}

/// Runs all cases; the test fails unless each has run and ended as expected.
#[track_caller]
fn run(cases: &[PathBuf], one: fn(&Path) -> Result<(), String>) {
    let results = compile::in_parallel(cases, one);
    assert_eq!(results.len(), cases.len(), "not every case has run");
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n\n{}", failures.len(), cases.len(), failures.join("\n\n"));
}

#[test]
fn every_failing_case_has_the_recorded_message() {
    run(&cases().0, compile::fails);
}

#[test]
fn every_passing_case_compiles_and_runs() {
    run(&cases().1, compile::passes);
}

#[test]
fn every_failing_case_is_short_and_has_its_message() {
    for case in cases().0 {
        let lines = fs::read_to_string(&case).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", case.display());
        assert!(case.with_extension("stderr").is_file(), "{} has no message", case.display());
    }
}

#[test]
fn every_message_belongs_to_a_case() {
    let (failing, _) = cases();
    for folder in folders() {
        for path in entries(&folder) {
            let case = path.with_extension("rs");
            let known = path == case || failing.contains(&case);
            assert!(known, "{} belongs to no failing case", path.display());
        }
    }
}

#[test]
fn no_message_names_a_path_of_one_machine() {
    for case in cases().0 {
        let message = fs::read_to_string(case.with_extension("stderr")).unwrap();
        for path in ["/tmp", "/root", "/home", "/work", "/Users", "/target", ".cargo", "registry/src"] {
            assert!(!message.contains(path), "{}: {path} in\n{message}", case.display());
        }
    }
}
