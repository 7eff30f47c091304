//! Tests of lock files: the messages of a failed lock test, and the files that it writes.

use crate::changed;
use crate::contract_of;
use crate::locked_package::{LOCK, Package};
use crate::shop::{ShopError, catalog};
use agent_error::Catalog;
use agent_error_testing::{assert_catalog_locked, check_locked};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Checks the lock file if another test runs this one with [`LOCK`] set. Otherwise, does nothing.
#[test]
fn the_shop_is_locked() {
    if let Some(path) = env::var_os(LOCK) {
        assert_catalog_locked(Path::new(&path), &catalog());
    }
}

const ACCEPT: &str = "    AGENT_ERROR_LOCK=overwrite cargo test -p shop locks::the_shop_is_locked\n";

fn lock() -> String {
    contract_of(&catalog()).of_package("shop", "1.2.3").to_lock()
}

#[test]
fn a_matching_lock_file_passes() {
    let package = Package::locked(&lock());
    package.passes(None);
    package.passes(Some(""));
    assert_eq!(package.text(), lock());
}

#[test]
fn the_formatting_of_a_lock_file_is_irrelevant() {
    let value: serde_json::Value = serde_json::from_str(&lock()).unwrap();
    Package::locked(&value.to_string()).passes(None);
    Package::locked(&lock().replace('\n', "\r\n")).passes(None);
    Package::locked(&format!("\u{feff}{}", lock())).passes(None);
}

#[test]
fn a_missing_file_is_only_written_on_request() {
    let package = Package::new();
    let text = package.fails(None);
    assert!(text.contains(&format!("the lock file {} does not exist", package.path().display())), "{text}");
    assert!(text.contains(ACCEPT), "{text}");
    assert!(!package.path().exists());
    let text = package.passes(Some("overwrite"));
    assert!(text.contains("errors.lock.json: accepted a new file"), "{text}");
    assert_eq!(package.text(), lock());
    assert_eq!(fs::read_dir(&package.folder).unwrap().count(), 1, "nothing temporary is left");
}

#[test]
fn a_change_is_reported_with_the_command_that_accepts_it() {
    let old = contract_of(&changed::<ShopError>(|defs| {
        defs.retain(|def| def.code != "SHOP_STD");
        let closed = defs.iter_mut().find(|def| def.code == "SHOP_CLOSED").unwrap();
        (closed.exit, closed.summary) = (1, Some("Closed."));
    }));
    let package = Package::locked(&old.to_lock());
    let text = package.fails(None);
    let expected = format!(
        "the codes differ from {}: 1 breaking, 1 additive and 1 cosmetic change

breaking:
  SHOP_CLOSED: exit code 1 became 12

additive:
  SHOP_STD: new

cosmetic:
  SHOP_CLOSED: summary changed
      - Closed.
      + The shop is closed.

not compared:
  SHOP_DESCRIBED: the values of `mystery`; `Mystery` has no schema

The breaking changes affect programs and agents that rely on the codes. If all changes are intended, accept them:

{ACCEPT}",
        package.path().display()
    );
    assert!(text.contains(&expected), "{text}");
    assert!(text.contains("tests/catalog/locks.rs:"), "the caller is named: {text}");
    assert_eq!(package.text(), old.to_lock(), "nothing is written");

    let text = package.passes(Some("overwrite"));
    assert!(text.contains("accepted 1 breaking, 1 additive and 1 cosmetic change"), "{text}");
    assert_eq!(package.text(), lock());
    package.passes(None);
}

#[test]
fn a_change_that_breaks_no_caller_still_fails_the_test() {
    let old = contract_of(&changed::<ShopError>(|defs| defs.retain(|def| def.code != "SHOP_STD")));
    let text = Package::locked(&old.to_lock()).fails(None);
    assert!(text.contains("1 additive change\n"), "{text}");
    assert!(text.contains("These changes don't break callers. If all changes are intended, accept them:"), "{text}");
}

#[test]
fn an_invalid_lock_file_is_reported_with_the_reason() {
    let lock = lock();
    let conflict = lock.replacen("  \"errors\"", "<<<<<<< ours\n  \"errors\"", 1);
    for (text, problem, advice) in [
        (conflict.as_str(), "line 9 is a merge conflict marker", "Resolve the conflict with either side"),
        ("", "invalid JSON: EOF while parsing a value at line 1 column 0", ACCEPT),
        (&lock[..lock.len() / 2], "invalid JSON: EOF", "Restore the file from version control"),
        ("[]", "neither a lock file nor a catalog document as printed by `errors catalog`", ACCEPT),
        (
            &lock.replace("\"exit_code\": 12", "\"exit_code\": 300"),
            "`errors.SHOP_CLOSED`: `exit_code` is not an integer from 1 to 125",
            ACCEPT,
        ),
        (
            &lock.replacen("\"side_effects\": \"none\"", "\"side_effects\": 3", 1),
            "`errors.SHOP_ARTICLE_MISSING`: `side_effects` is not one of none, partial, complete",
            ACCEPT,
        ),
        (
            &lock.replace("\"side_effects\": \"partial\"", "\"side_effects\": 3"),
            "`exits.9.side_effects`: invalid type: integer `3`, expected a string",
            ACCEPT,
        ),
        (
            &lock.replacen("\"summary\"", "\"sumary\"", 1).replacen("\"exit_code\"", "\"exit\"", 1),
            "`errors.SHOP_ARTICLE_MISSING`: missing `exit_code`",
            ACCEPT,
        ),
        (
            &lock.replacen("\"schema\"", "\"shema\"", 1),
            "`errors.SHOP_ARTICLE_MISSING.context.customer`: missing field `schema`",
            ACCEPT,
        ),
        (
            &lock.replacen("\"rust_type\": \"u32\"", "\"rust_type\": 32", 1),
            "`errors.SHOP_ARTICLE_MISSING.context.number.rust_type`: invalid type: integer `32`, expected a string",
            ACCEPT,
        ),
        (
            &lock.replace("\"exits\"", "\"retired\": 7, \"exits\""),
            "`retired`: invalid type: integer `7`, expected a sequence",
            ACCEPT,
        ),
    ] {
        let package = Package::locked(text);
        let output = package.fails(None);
        assert!(output.contains("cannot read the lock file") && output.contains(problem), "{problem}\n{output}");
        assert!(output.contains(advice), "{output}");
        package.passes(Some("overwrite"));
        assert_eq!(package.text(), lock);
    }
}

#[test]
fn a_newer_lock_file_is_unchanged() {
    let newer = lock().replace("\"lock_version\": 1", "\"lock_version\": 2");
    let package = Package::locked(&newer);
    for wish in [None, Some("overwrite")] {
        let text = package.fails(wish);
        assert!(text.contains("unknown version 2; this version of agent-error reads version 1"), "{text}");
        assert!(text.contains("Update agent-error in this package."), "{text}");
    }
    assert_eq!(package.text(), newer);
}

#[test]
fn an_invalid_format_is_reported() {
    let text = Package::locked(&lock()).fails(Some("overwrit"));
    assert!(text.contains("AGENT_ERROR_LOCK=overwrit; expected `overwrite` or `additive`"), "{text}");
}

#[test]
fn a_folder_instead_of_a_lock_file_is_reported() {
    let package = Package::new();
    fs::create_dir(package.path()).unwrap();
    let text = package.fails(None);
    assert!(text.contains("cannot read the lock file"), "{text}");
    let text = package.fails(Some("overwrite"));
    assert!(text.contains("cannot write the lock file"), "{text}");
    assert_eq!(fs::read_dir(&package.folder).unwrap().count(), 1, "nothing temporary is left");
}

#[test]
fn missing_parent_folders_are_created_on_request() {
    let package = Package::new();
    assert!(!package.test_of("locks/of/errors.json", None).status.success());
    assert_eq!(fs::read_dir(&package.folder).unwrap().count(), 0, "nothing is written unasked");
    assert!(package.test_of("locks/of/errors.json", Some("overwrite")).status.success());
    assert_eq!(fs::read_to_string(package.folder.path().join("locks/of/errors.json")).unwrap(), lock());
}

#[test]
fn an_empty_catalog_is_rejected_with_the_reason() {
    let package = Package::locked(&lock());
    let nothing = Catalog::from_types(&[]).unwrap();
    let text = check_locked(package.path(), &nothing).unwrap_err().to_string();
    assert!(text.starts_with("the catalog has no codes of the program to lock"), "{text}");
    assert!(text.contains("add `use library as _;`"), "{text}");
    let general = agent_error::catalog![agent_error::process::OutputError];
    assert_eq!(check_locked(package.path(), &general).unwrap_err().to_string(), text);
}

#[test]
fn additive_accepts_changes_that_break_no_caller() {
    let fewer = |change: fn(&mut crate::def::Def)| {
        contract_of(&changed::<ShopError>(|defs| {
            defs.retain(|def| def.code != "SHOP_STD");
            change(defs.iter_mut().find(|def| def.code == "SHOP_CLOSED").unwrap());
        }))
    };
    let package = Package::locked(&fewer(|_| {}).to_lock());
    let text = package.passes(Some("additive"));
    let accepted = "accepted 1 additive change\nadditive:\n  SHOP_STD: new\n\nnot compared:\n  SHOP_DESCRIBED: the values of `mystery`; `Mystery` has no schema\n";
    assert!(text.ends_with(accepted), "{text}");
    assert_eq!(package.text(), lock());

    let old = fewer(|def| def.exit = 1).to_lock();
    let package = Package::locked(&old);
    let text = package.fails(Some("additive"));
    assert!(text.contains("SHOP_CLOSED: exit code 1 became 12") && text.contains(ACCEPT), "{text}");
    assert_eq!(package.text(), old);
    assert!(Package::new().fails(Some("additive")).contains("does not exist"));
}

#[test]
fn merge_conflicts_keep_the_promises_of_both_sides() {
    let with = |exit: u8| lock().replace("\"exit_code\": 12", &format!("\"exit_code\": {exit}"));
    let line = |exit: u8| format!("      \"exit_code\": {exit},\n");
    let conflict = |ours: u8, theirs: u8| {
        let both = format!("<<<<<<< HEAD\n{}=======\n{}>>>>>>> other\n", line(ours), line(theirs));
        lock().replace(&line(12), &both)
    };
    let package = Package::locked(&conflict(12, 7));
    let text = package.fails(Some("additive"));
    assert!(text.contains("SHOP_CLOSED: exit code 7 became 12"), "{text}");
    let text = package.passes(Some("overwrite"));
    assert!(text.contains("accepted a merge conflict: no change from one side"), "{text}");
    assert!(text.contains("SHOP_CLOSED: exit code 7 became 12"), "{text}");
    assert_eq!(package.text(), lock());
    Package::locked(&conflict(12, 12)).passes(Some("additive"));
    assert_ne!(with(7), lock());
}

#[test]
fn concurrent_writes_leave_a_complete_file() {
    let package = Package::new();
    let path = package.path();
    // Two tests in the same package may update the lock file at the same time, in threads of one process.
    let command = |_| {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["locks::many_threads_lock_the_shop", "--exact"])
            .env(LOCK, &path)
            .env("AGENT_ERROR_LOCK", "overwrite");
        command.env("CARGO_PKG_NAME", "shop").env("CARGO_PKG_VERSION", "1.2.3").output().unwrap()
    };
    for output in (0..3).map(command) {
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(package.text(), lock());
    assert_eq!(fs::read_dir(&package.folder).unwrap().count(), 1, "nothing temporary is left");
}

/// Updates the lock file from several threads if the test above runs this one. Otherwise, does nothing.
#[test]
fn many_threads_lock_the_shop() {
    let Some(path) = env::var_os(LOCK).filter(|path| Path::new(path).is_absolute()) else { return };
    let catalog = catalog();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_catalog_locked(Path::new(&path), &catalog));
        }
    });
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_preserved() {
    let package = Package::new();
    let shared = package.folder.path().join("shared.json");
    fs::write(&shared, contract_of(&Catalog::from_types(&[]).unwrap()).to_lock()).unwrap();
    std::os::unix::fs::symlink(&shared, package.path()).unwrap();
    package.passes(Some("overwrite"));
    assert!(fs::symlink_metadata(package.path()).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(shared).unwrap(), lock());
}

#[test]
fn changes_can_be_asked_for_without_a_panic() {
    let package = Package::locked(&lock());
    check_locked(package.path(), &catalog()).unwrap();
    let other = Catalog::of::<crate::shop::Same>().of_program("same", "1.0.0");
    let unlocked = check_locked(package.path(), &other).unwrap_err();
    let summary = format!("{} breaking and 3 additive changes", catalog().len());
    assert_eq!(unlocked.changes().unwrap().summary(), summary);
    let mistake =
        "The older catalog is that of `shop` 1.2.3, the newer one that of `same` 1.0.0: are they one program?";
    assert!(unlocked.to_string().contains(mistake), "{unlocked}");
    let text = unlocked.to_string();
    assert!(text.ends_with("accept them: write the output of `Contract::to_lock` to the file."), "{text}");
    assert!(!text.contains("AGENT_ERROR_LOCK"), "the variable would change nothing: {text}");
    assert!(check_locked(package.folder.path().join("none"), &catalog()).unwrap_err().changes().is_none());
}

#[test]
fn a_lock_file_has_a_line_for_each_fact() {
    let lock = lock();
    for line in [
        "  \"lock_version\": 1,",
        "    \"SHOP_ARTICLE_MISSING\": {",
        "      \"exit_code\": 5,",
        "        \"customer\": { \"rust_type\": \"Option<String>\", \"schema\": { \"type\": [\"string\", \"null\"] } },",
        "      \"summary\": \"The shop is closed.\",",
    ] {
        assert!(lock.lines().any(|found| found == line), "{line}\n{lock}");
    }
    let codes: Vec<&str> = lock.lines().filter(|line| line.starts_with("    \"SHOP_")).collect();
    assert_eq!(codes.len(), catalog().len());
    assert!(codes.is_sorted());
}
