//! Tests of lock files and catalog files: the messages of a failed test, and the files that it
//! writes.

use crate::shop::{Same, catalog};
use crate::{changed, code, contract_of, remove, same};
use agent_error::Catalog;
use agent_error_testing::Lock;
use agent_error_tooling::Document;
use snapbox::file;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};
use tempfile::TempDir;

/// The environment variable that enables the tests that [`Package`] runs.
const FILE: &str = "CATALOG_TESTS_FILE";
const LOCK_TEST: &str = "locks::the_shop_is_locked";
const ACCEPT: &str =
    "    AGENT_ERROR_LOCK=overwrite cargo test -p shop locks::the_shop_is_locked\n";

/// Checks the lock file if another test runs this one with [`FILE`] set. Otherwise, does nothing.
#[test]
fn the_shop_is_locked() {
    if let Some(path) = env::var_os(FILE) {
        Lock::new(path).catalog(catalog()).check();
    }
}

/// Checks catalogs without codes of the program if another test runs this one. Otherwise, does
/// nothing.
#[test]
fn nothing_is_locked() {
    if let Some(path) = env::var_os(FILE) {
        let catalog = agent_error::catalog![agent_error::ready::OutputError];
        Lock::new(path).catalog(catalog).check();
    }
}

/// Checks the document if another test runs this one. Otherwise, does nothing.
#[test]
fn the_document_is_up_to_date() {
    if let Some(path) = env::var_os(FILE) {
        let lock = Lock::new("errors.lock.json").catalog(catalog());
        lock.keep_document(path).check();
    }
}

/// A package with a lock file or a catalog file, whose test runs as it would under cargo.
struct Package {
    folder: TempDir,
    test: &'static str,
    file: &'static str,
}

impl Package {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            test: LOCK_TEST,
            file: "errors.lock.json",
        }
    }

    fn with(text: &str) -> Self {
        let package = Self::new();
        fs::write(package.path(), text).unwrap();
        package
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(self.file)
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// Runs the test. Returns whether it passes, and its output, with the file's path as `PATH`.
    fn run(&self, update: Option<&str>) -> (bool, String) {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args([self.test, "--exact"])
            .env(FILE, self.file)
            .env("CARGO_MANIFEST_DIR", self.folder.path());
        command
            .env("CARGO_PKG_NAME", "shop")
            .env("CARGO_PKG_VERSION", "1.2.3")
            .env("RUST_BACKTRACE", "0");
        match update {
            Some(update) => command.env("AGENT_ERROR_LOCK", update),
            None => command.env_remove("AGENT_ERROR_LOCK"),
        };
        let output = command.output().unwrap();
        let text =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("running 1 test"), "{text}");
        (
            output.status.success(),
            text.replace(self.path().to_str().unwrap(), "PATH"),
        )
    }

    #[track_caller]
    fn passes(&self, update: Option<&str>) -> String {
        let (passes, text) = self.run(update);
        assert!(passes, "{text}");
        text
    }

    #[track_caller]
    fn fails(&self, update: Option<&str>, reason: &str) -> String {
        let (passes, text) = self.run(update);
        assert!(!passes && text.contains(reason), "{text}");
        text
    }

    /// Returns the message of the failing test.
    fn message(&self) -> String {
        let text = self.fails(None, "cannot read the lock file");
        let start = text.find("cannot read the lock file").unwrap();
        text[start..].split("\nnote: ").next().unwrap().to_owned()
    }

    #[track_caller]
    fn assert_has_only_the_file(&self) {
        assert_eq!(
            fs::read_dir(&self.folder).unwrap().count(),
            1,
            "nothing temporary is left"
        );
    }
}

fn lock() -> String {
    contract_of(&catalog()).to_lock()
}

/// Returns the lock file of a version without `SHOP_STD` whose `SHOP_CLOSED` has this exit code.
fn older(exit: u8, summary: &str) -> String {
    let older = changed(|document| {
        remove(document, &["SHOP_STD"]);
        code(document, "SHOP_CLOSED")["exit_code"] = exit.into();
        code(document, "SHOP_CLOSED")["summary"] = summary.into();
    });
    older.to_lock()
}

#[test]
fn the_formatting_of_a_lock_file_is_irrelevant() {
    let value: serde_json::Value = serde_json::from_str(&lock()).unwrap();
    for text in [
        lock(),
        value.to_string(),
        lock().replace('\n', "\r\n"),
        format!("\u{feff}{}", lock()),
    ] {
        let package = Package::with(&text);
        package.passes(None);
        assert_eq!(package.text(), text);
    }
}

#[test]
fn a_missing_file_is_only_written_on_request() {
    let package = Package {
        file: "locks/of/errors.json",
        ..Package::new()
    };
    for update in [None, Some("additive")] {
        let text = package.fails(update, "the lock file PATH does not exist");
        assert!(text.contains(ACCEPT), "{text}");
    }
    assert_eq!(fs::read_dir(&package.folder).unwrap().count(), 0);
    assert!(
        package
            .passes(Some("overwrite"))
            .contains(": accepted a new file")
    );
    package.passes(Some(""));
    assert_eq!(package.text(), lock());
    package.assert_has_only_the_file();
}

#[test]
fn a_change_is_reported_with_the_command_that_accepts_it() {
    let package = Package::with(&older(1, "Closed."));
    let text = package.fails(None, "tests/catalog/locks.rs:");
    let start = text.find("the codes differ").unwrap();
    let end = text.find(ACCEPT).unwrap() + ACCEPT.len();
    same(&text[start..end], file!["snapshots/lock_changed.txt"]);
    assert_eq!(package.text(), older(1, "Closed."), "nothing is written");
    let text = package.passes(Some("overwrite"));
    assert!(
        text.contains("accepted 1 breaking, 1 additive and 1 cosmetic change"),
        "{text}"
    );
    assert_eq!(package.text(), lock());
}

#[test]
fn additive_accepts_changes_that_break_no_caller() {
    let package = Package::with(&older(12, "The shop is closed."));
    package.fails(
        None,
        "These changes don't break callers. If all changes are intended, accept them:",
    );
    let text = package.passes(Some("additive"));
    assert!(
        text.contains("accepted 1 additive change\nadditive:\n  SHOP_STD: new\n"),
        "{text}"
    );
    assert_eq!(package.text(), lock());

    let package = Package::with(&older(1, "Closed."));
    let text = package.fails(Some("additive"), "SHOP_CLOSED: exit code 1 became 12");
    assert!(text.contains(ACCEPT), "{text}");
    assert_eq!(package.text(), older(1, "Closed."));
}

#[test]
fn an_invalid_lock_file_is_reported_with_the_reason() {
    let lock = lock();
    let replaced = |from: &str, to: &str| lock.replacen(from, to, 1);
    let mut text = String::new();
    for invalid in [
        replaced("  \"errors\"", "<<<<<<< ours\n  \"errors\""),
        String::new(),
        lock[..lock.len() / 2].to_owned(),
        "[]".to_owned(),
        replaced("\"number\": \"u32\"", "\"number\": 32"),
        replaced(
            "\"errors\": {",
            "\"errors\": {\"SHOP_CLOSED\": {\"exit_code\": 9},",
        ),
        replaced("\"errors\"", "\"rules\": [\"404\"], \"errors\""),
        replaced("\"errors\"", "\"retired\": 7, \"errors\""),
        replaced("\"lock_version\": 2", "\"lock_version\": 3"),
        replaced("\"lock_version\": 2", "\"lock_version\": 1"),
    ] {
        text += &format!("{}\n\n", Package::with(&invalid).message());
    }
    same(text, file!["snapshots/lock_invalid.txt"]);
    for changed in [
        replaced("\"exit_code\": 12", "\"exit_code\": 300"),
        replaced("\"exit_code\"", "\"side_effects\": 3, \"exit_code\""),
        replaced("\"exit_code\"", "\"exit\""),
    ] {
        Package::with(&changed).fails(None, "The breaking changes affect");
    }
    let package = Package::with("[]");
    assert!(
        package
            .fails(None, "cannot read the lock file")
            .contains(ACCEPT)
    );
    package.fails(
        Some("overwrit"),
        "AGENT_ERROR_LOCK=overwrit; expected `overwrite` or `additive`",
    );
    package.passes(Some("overwrite"));
    assert_eq!(package.text(), lock);
    let newer = Package::with(&replaced("\"lock_version\": 2", "\"lock_version\": 3"));
    newer.fails(
        Some("overwrite"),
        "unknown version 3; this version of agent-error reads version 2",
    );
    assert_ne!(newer.text(), lock);
    let older = Package::with(&replaced("\"lock_version\": 2", "\"lock_version\": 1"));
    older.fails(Some("additive"), "an older version of agent-error");
    older.passes(Some("overwrite"));
    assert_eq!(older.text(), lock);
}

#[test]
fn a_folder_is_reported_and_a_symbolic_link_preserved() {
    let package = Package::new();
    fs::create_dir(package.path()).unwrap();
    package.fails(None, "cannot read the lock file");
    package.fails(Some("overwrite"), "cannot write the lock file");
    package.assert_has_only_the_file();
    #[cfg(unix)]
    {
        let (package, elsewhere) = (Package::new(), Package::with(&older(1, "Closed.")));
        std::os::unix::fs::symlink(elsewhere.path(), package.path()).unwrap();
        package.passes(Some("overwrite"));
        assert!(fs::symlink_metadata(package.path()).unwrap().is_symlink());
        assert_eq!(elsewhere.text(), lock());
    }
}

#[test]
fn other_catalogs_and_empty_ones_are_reported() {
    let other = contract_of(&Catalog::of::<Same>()).to_lock();
    let text = Package::with(&other).fails(
        None,
        &format!("1 breaking and {} additive changes", catalog().len()),
    );
    assert!(
        text.contains("\nNo code is in both catalogs: are they of one program, and"),
        "{text}"
    );

    let package = Package {
        test: "locks::nothing_is_locked",
        ..Package::with(&other)
    };
    let text = package.fails(None, "the catalog has no codes of the program to lock\n");
    assert!(
        text.contains("add `use library as _;`") && !text.contains("AGENT_ERROR_LOCK"),
        "{text}"
    );
}

#[test]
fn a_catalog_file_is_updated_on_request_unless_only_places_have_changed() {
    let package = Package {
        test: "locks::the_document_is_up_to_date",
        file: "errors.catalog.json",
        ..Package::new()
    };
    fs::write(package.folder.path().join("errors.lock.json"), lock()).unwrap();
    let output = package.fails(None, "does not exist. Create it with");
    assert!(
        output.contains("AGENT_ERROR_LOCK=overwrite cargo test -p shop locks::the_document_is_up"),
        "{output}"
    );
    package.passes(Some("overwrite"));
    let text = package.text();
    assert!(
        text.contains(r#""name": "shop""#) && !text.parse::<Document>().unwrap().is_empty(),
        "{text}"
    );
    for outdated in [
        text.replacen("\"retryable\": false", "\"retryable\": true", 1),
        "{".to_owned(),
    ] {
        fs::write(package.path(), &outdated).unwrap();
        package.fails(None, "is not up to date. Update it with");
        assert_eq!(package.text(), outdated);
    }
    package.passes(Some("overwrite"));
    assert_eq!(package.text(), text);
    let moved = text.replace("\"line\": ", "\"line\": 1");
    assert_ne!(moved, text);
    fs::write(package.path(), &moved).unwrap();
    package.passes(None);
    assert_eq!(package.text(), moved);
}
