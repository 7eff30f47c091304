//! Tests of `assert_catalog`, which compares a file with the catalog document or updates it.

use agent_error_testing::assert_catalog;
use agent_error_tooling::Document;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;

/// The environment variable that enables the test below.
const FILE: &str = "CATALOG_TESTS_DOCUMENT";

/// Checks the file if another test runs this one with [`FILE`] set. Otherwise, does nothing.
#[test]
fn the_document_is_up_to_date() {
    if let Some(path) = env::var_os(FILE) {
        assert_catalog(path);
    }
}

struct Package(TempDir);

impl Package {
    fn path(&self) -> PathBuf {
        self.0.path().join("errors.catalog.json")
    }

    /// Runs the test above as cargo would run it in this package. Returns whether it passes, and its output.
    fn test(&self, update: bool) -> (bool, String) {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["catalog_file::the_document_is_up_to_date", "--exact"]).env(FILE, "errors.catalog.json");
        command.env("CARGO_MANIFEST_DIR", self.0.path()).env("CARGO_PKG_NAME", "shop");
        command.env("CARGO_PKG_VERSION", "1.2.3").env("RUST_BACKTRACE", "0").env_remove("AGENT_ERROR_LOCK");
        if update {
            command.env("AGENT_ERROR_LOCK", "overwrite");
        }
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

#[test]
fn a_missing_or_outdated_document_fails_and_can_be_updated() {
    let package = Package(tempfile::tempdir().unwrap());
    let (passes, output) = package.test(false);
    assert!(!passes && output.contains("errors.catalog.json does not exist. Create it with"), "{output}");
    let command = "AGENT_ERROR_LOCK=overwrite cargo test -p shop catalog_file::the_document_is_up_to_date";
    assert!(output.contains(command), "{output}");
    assert!(!package.path().exists());
    assert!(package.test(true).0);
    let text = fs::read_to_string(package.path()).unwrap();
    assert!(text.contains(r#""name": "shop""#), "{text}");
    assert!(!text.parse::<Document>().unwrap().is_empty());

    for changed in [text.replacen("\"retryable\": false", "\"retryable\": true", 1), "{".to_owned()] {
        fs::write(package.path(), &changed).unwrap();
        let (passes, output) = package.test(false);
        assert!(!passes && output.contains("is not up to date. Update it with"), "{output}");
        assert_eq!(fs::read_to_string(package.path()).unwrap(), changed);
    }
    assert!(package.test(true).0);
    assert_eq!(fs::read_to_string(package.path()).unwrap(), text);
}

#[test]
fn moved_declarations_do_not_make_a_document_outdated() {
    let package = Package(tempfile::tempdir().unwrap());
    assert!(package.test(true).0);
    let text = fs::read_to_string(package.path()).unwrap();
    let moved: String = text.lines().map(|line| line.replace("\"line\": ", "\"line\": 1") + "\n").collect();
    assert_ne!(moved, text);
    fs::write(package.path(), &moved).unwrap();
    assert!(package.test(false).0);
    assert_eq!(fs::read_to_string(package.path()).unwrap(), moved);
}
