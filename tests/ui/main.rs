//! Every message of the macros as rustc shows it, and code that must compile.
//!
//! `TRYBUILD=overwrite` writes the messages anew; read the difference before you commit it.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Fewer cases than this means that the runner does not find them.
const LEAST_FAILING: usize = 290;
const LEAST_PASSING: usize = 26;

/// The most lines of a failing case.
const LONGEST: usize = 15;

/// What a folder holds, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.sort();
    Ok(paths)
}

/// The folders of cases, one a class of failures, and `pass`.
fn folders() -> io::Result<Vec<PathBuf>> {
    let mut folders = entries(Path::new("ui"))?;
    folders.retain(|path| path.is_dir());
    Ok(folders)
}

/// The cases that must fail, and those that must pass. None found is a failure of the runner.
fn cases() -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut failing, mut passing) = (Vec::new(), Vec::new());
    for folder in folders()? {
        let cases = if folder.ends_with("pass") { &mut passing } else { &mut failing };
        cases.extend(entries(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|name| name == "rs")));
    }
    assert!(failing.len() >= LEAST_FAILING, "only {} failing cases", failing.len());
    assert!(passing.len() >= LEAST_PASSING, "only {} passing cases", passing.len());
    Ok((failing, passing))
}

#[test]
fn every_case_fails_or_passes_as_recorded() -> io::Result<()> {
    let (failing, passing) = cases()?;
    let tests = trybuild::TestCases::new();
    for case in failing {
        tests.compile_fail(case);
    }
    for case in passing {
        tests.pass(case);
    }
    Ok(())
}

#[test]
fn every_failing_case_is_short_and_has_its_message() -> io::Result<()> {
    for case in cases()?.0 {
        let lines = fs::read_to_string(&case)?.lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", case.display());
        assert!(case.with_extension("stderr").is_file(), "{} has no message", case.display());
    }
    Ok(())
}

#[test]
fn every_message_belongs_to_a_case() -> io::Result<()> {
    let (failing, _) = cases()?;
    for folder in folders()? {
        for path in entries(&folder)? {
            let case = path.with_extension("rs");
            let known = path == case || failing.contains(&case);
            assert!(known, "{} belongs to no failing case", path.display());
        }
    }
    Ok(())
}

#[test]
fn no_message_names_a_path_of_one_machine() -> io::Result<()> {
    for case in cases()?.0 {
        let message = fs::read_to_string(case.with_extension("stderr"))?;
        for path in ["/tmp", "/root", "/home", "/work", "/Users", "/target", ".cargo", "registry/src"] {
            assert!(!message.contains(path), "{}: {path} in\n{message}", case.display());
        }
    }
    Ok(())
}
