//! Files and standard input.

use crate::{CATALOG, TIMEOUT, reported};
use agent_error_cli::source::{DocumentKind, MAX_BYTES, Source};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, iter};
use tempfile::TempDir;

/// A directory with one file.
fn file(content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("catalog.json");
    fs::write(&path, content).unwrap();
    (directory, path)
}

#[test]
fn a_dash_is_standard_input_and_any_other_path_a_file() {
    assert_eq!(Source::of_path(Path::new("-")), Source::Stdin);
    assert_eq!(Source::of_path(Path::new("./-")), Source::File("./-".into()));
    assert_eq!(Source::of_path(Path::new("")), Source::File("".into()));
}

#[test]
fn a_file_is_read_without_its_byte_order_mark() {
    for content in [CATALOG.to_owned(), format!("\u{feff}{CATALOG}")] {
        let (_directory, path) = file(content);
        assert_eq!(Source::File(path).read_document(&[DocumentKind::Catalog], TIMEOUT).unwrap(), CATALOG);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let (directory, path) = file("");
    let missing = directory.path().join("missing.json");
    let record = reported(&Source::File(missing.clone()).read(TIMEOUT).unwrap_err(), "INPUT_FILE_NOT_FOUND", 5);
    assert_eq!(record.value("path").unwrap(), missing.to_str().unwrap());
    reported(&Source::File(path.join("below")).read(TIMEOUT).unwrap_err(), "INPUT_FILE_NOT_FOUND", 5);
    reported(&Source::File(directory.path().into()).read(TIMEOUT).unwrap_err(), "INPUT_READ_FAILED", 74);
}

#[test]
fn a_file_without_a_catalog_is_an_error_of_its_own() {
    for content in ["", " \n\t\r\n", "\u{feff}\n"] {
        let (_directory, path) = file(content);
        let record = reported(&Source::File(path.clone()).read(TIMEOUT).unwrap_err(), "CATALOG_EMPTY", 65);
        assert_eq!(record.message, format!("{} is empty", path.display()));
    }
    let (_directory, path) = file(b"{\"catalog\xff");
    let record = reported(&Source::File(path.clone()).read(TIMEOUT).unwrap_err(), "CATALOG_NOT_UTF8", 65);
    assert_eq!(record.value("offset").unwrap(), 9);
    let (_directory, path) = file(r#"{"ok": true, "data": {"catalog_version": "1.1"}}"#);
    let source = Source::File(path.clone());
    let error = source.read_document(&[DocumentKind::Catalog], TIMEOUT).unwrap_err();
    let record = reported(&error, "CATALOG_NOT_RECOGNIZED", 65);
    assert_eq!(record.message, format!("{} is not a catalog: found an envelope", path.display()));
    assert!(record.suggestion.as_ref().unwrap().contains("`PROGRAM errors catalog`"));
}

#[test]
fn a_lock_file_is_read_where_it_is_accepted() {
    let (_directory, path) = file(r#"{"lock_version": 2, "errors": {}}"#);
    let source = Source::File(path);
    assert!(source.read_document(&[DocumentKind::Catalog, DocumentKind::Lock], TIMEOUT).is_ok());
    let error = source.read_document(&[DocumentKind::Catalog], TIMEOUT).unwrap_err();
    assert!(reported(&error, "CATALOG_NOT_RECOGNIZED", 65).message.ends_with("found a lock file"));
}

#[test]
fn the_largest_file_is_read_and_a_larger_one_is_not() {
    let (_directory, path) = file("");
    for (size, fits) in [(MAX_BYTES, true), (MAX_BYTES + 1, false)] {
        File::create(&path).unwrap().set_len(size.try_into().unwrap()).unwrap();
        match Source::File(path.clone()).read(TIMEOUT) {
            Ok(text) => assert!(fits && text.len() == size),
            Err(error) => {
                assert!(!fits);
                let record = reported(&error, "CATALOG_TOO_LARGE", 65);
                assert_eq!(record.value("max_bytes").unwrap(), MAX_BYTES);
            }
        }
    }
}

/// The test runs itself as another process, since its own standard input is that of the whole test run.
#[test]
fn standard_input_is_read_to_its_end() {
    const CHILD: &str = "AGENT_ERROR_CLI_TEST_CHILD";
    if env::var_os(CHILD).is_some() {
        assert_eq!(Source::Stdin.read(TIMEOUT).unwrap(), CATALOG.repeat(1_000));
        reported(&Source::Stdin.read(TIMEOUT).unwrap_err(), "CATALOG_EMPTY", 65);
        return;
    }
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "files::standard_input_is_read_to_its_end"]).env(CHILD, "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    iter::repeat_n(CATALOG, 1_000).for_each(|text| stdin.write_all(text.as_bytes()).unwrap());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
