//! Compiles every case below this folder with `trybuild`: invalid uses of the macros must fail with the message in the
//! `.stderr` file beside the case, and the cases in `pass` must compile and run.
//!
//! `UPDATE=1` rewrites the messages; review the difference before you commit it. To run the cases whose path contains
//! `NAME`, use `cargo test -p agent-error-tests-ui -- cases trybuild=NAME`. Cases that fail in code generation
//! don't run with such a filter.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

mod trybuild_process;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use trybuild::TestCases;

/// The least number of failing cases. A lower count means that the search for cases is broken.
const MIN_FAILING: usize = 366;
/// The least number of passing cases.
const MIN_PASSING: usize = 28;

/// The maximum length of a failing case, in lines.
const MAX_LINES: usize = 15;

/// Failing cases whose error only occurs when a generic function is instantiated, which `cargo check` doesn't do.
const FAIL_IN_CODEGEN: [&str; 1] = ["across/duplicate_in_generic.rs"];

/// Returns the sorted paths in `folder`.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let path = |entry: io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(path).collect();
    paths.sort();
    paths
}

/// Returns the files with the extension `extension` in the folders of failing cases.
fn failing_files(extension: &str) -> Vec<PathBuf> {
    let folders = entries(Path::new(".")).into_iter().filter(|path| path.is_dir() && !path.ends_with("pass"));
    folders.flat_map(|folder| entries(&folder)).filter(|path| has_extension(path, extension)).collect()
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension() == Some(OsStr::new(extension))
}

fn failing_cases() -> Vec<PathBuf> {
    failing_files("rs")
}

fn passing_cases() -> Vec<PathBuf> {
    entries(Path::new("pass")).into_iter().filter(|path| has_extension(path, "rs")).collect()
}

/// Returns whether this toolchain has the component `rust-src`.
fn has_rust_src() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().unwrap();
    let sysroot = String::from_utf8(output.stdout).unwrap();
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library").is_dir()
}

/// Returns whether the message of `case` points into the standard library.
fn points_into_std(case: &Path) -> bool {
    fs::read_to_string(case.with_extension("stderr")).is_ok_and(|message| message.contains("$RUST/"))
}

#[test]
fn failing_cases_have_the_expected_message() {
    trybuild_process::run("failing_cases_have_the_expected_message", || {
        // With `rust-src`, rustc also shows the code of the standard library, so these messages would differ.
        let skip_std = has_rust_src();
        let cases = TestCases::new();
        for case in failing_cases() {
            if skip_std && points_into_std(&case) {
                println!("skipping {}, because rust-src is installed", case.display());
            } else if !FAIL_IN_CODEGEN.iter().any(|path| case == Path::new(path)) {
                cases.compile_fail(case);
            }
        }
    });
}

// Separate from the failing cases, which `trybuild` checks with one cargo command if no passing case is among them.
#[test]
fn passing_cases_compile_and_run() {
    trybuild_process::run("passing_cases_compile_and_run", || {
        let cases = TestCases::new();
        for case in passing_cases() {
            cases.pass(case);
        }
        // `trybuild` only builds a failing case, rather than checking it, if a passing case is in the same run. A filter
        // may leave none.
        if trybuild_process::filters().next().is_none() {
            for case in FAIL_IN_CODEGEN {
                cases.compile_fail(case);
            }
        }
    });
}

#[test]
fn the_search_finds_the_cases() {
    let (failing, passing) = (failing_cases().len(), passing_cases().len());
    assert!(failing >= MIN_FAILING, "only {failing} failing cases");
    assert!(passing >= MIN_PASSING, "only {passing} passing cases");
}

#[test]
fn failing_cases_are_short_and_have_a_message() {
    for case in failing_cases() {
        let lines = fs::read_to_string(&case).unwrap().lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", case.display());
        let message = case.with_extension("stderr");
        assert!(trybuild_process::updates() || message.is_file(), "{} is missing", message.display());
    }
}

#[test]
fn every_message_belongs_to_a_case() {
    for message in failing_files("stderr") {
        assert!(message.with_extension("rs").is_file(), "{} has no case", message.display());
    }
}
