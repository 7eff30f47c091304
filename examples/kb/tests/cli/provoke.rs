//! Provokes every code of kb with a real process.

use crate::tool::{Sandbox, assert_flat, envelope};
use std::collections::BTreeSet;
use std::process::Output;

/// Prepares a sandbox and makes the call that fails.
type Scenario = fn(&dyn Fn(&Sandbox, &[&str]) -> Output) -> Output;

const SCENARIOS: [(&str, Scenario); 17] = [
    ("validation_failed", |run| run(&Sandbox::new(), &["add", "--title", ""])),
    ("schema_violation", |run| run(&Sandbox::new(), &["add", "--title", "A", "--type", "decision"])),
    ("not_found", |run| run(&Sandbox::new(), &["get", "nothing"])),
    ("conflict", |run| run(&Sandbox::filled(), &["update", "parser", "--if-version", "2", "--title", "A"])),
    ("entry_exists", |run| run(&Sandbox::filled(), &["add", "parser", "--title", "A"])),
    ("size_exceeded", |run| {
        let sandbox = Sandbox::new();
        sandbox.write("large", "x".repeat(262_145));
        run(&sandbox, &["add", "--title", "A", "--body-file", "large"])
    }),
    ("serialization_error", |run| {
        let sandbox = Sandbox::filled();
        sandbox.database().execute_batch("UPDATE entries SET tags = 'none'").unwrap();
        run(&sandbox, &["get", "parser"])
    }),
    ("permission_denied", |run| run(&Sandbox::filled(), &["remove", "parser"])),
    ("limit_exceeded", |run| {
        let sandbox = Sandbox::filled();
        sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "1", "--window-s", "3600"]);
        run(&sandbox, &["add", "--title", "A"])
    }),
    ("database_missing", |run| run(&Sandbox::empty(), &["list"])),
    ("database_exists", |run| run(&Sandbox::new(), &["init"])),
    ("database_foreign", |run| {
        let sandbox = Sandbox::empty();
        sandbox.write("kb.db", "");
        run(&sandbox, &["list"])
    }),
    ("database_corrupt", |run| {
        let sandbox = Sandbox::empty();
        sandbox.write("kb.db", "x".repeat(4096));
        run(&sandbox, &["list"])
    }),
    ("database_locked", |run| {
        let sandbox = Sandbox::new();
        let other = sandbox.database();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        run(&sandbox, &["add", "--title", "A"])
    }),
    ("database_failed", |run| {
        let sandbox = Sandbox::filled();
        sandbox.database().execute_batch("DROP TABLE words").unwrap();
        run(&sandbox, &["search", "parser"])
    }),
    ("file_unreadable", |run| run(&Sandbox::new(), &["add", "--title", "A", "--body-file", "no.such"])),
    ("file_not_created", |run| run(&Sandbox::empty(), &["init", "--db", "/proc/kb/kb.db"])),
];

/// The codes that need several calls, another user or standard input. The tests of the database and the protocol cover
/// them.
const ELSEWHERE: [&str; 4] = ["client_refused", "database_full", "database_readonly", "server_not_started"];

#[test]
fn every_code_is_provoked() {
    let mut provoked: BTreeSet<String> = ELSEWHERE.iter().map(|code| (*code).to_owned()).collect();
    for (code, scenario) in SCENARIOS {
        let output = scenario(&|sandbox, arguments| sandbox.run(arguments));
        let error = envelope(&output)["error"].clone();
        assert_eq!(error["code"], code, "{error}");
        provoked.insert(code.to_owned());
    }
    let listed = Sandbox::empty().listed();
    let own = listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("kb::"));
    let own: BTreeSet<String> = own.map(|entry| entry["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(provoked, own);
}

#[test]
fn every_code_has_the_same_facts_with_format_json() {
    // The wait of `limit_exceeded` differs between the two calls.
    for (code, scenario) in SCENARIOS.iter().filter(|(code, _)| *code != "limit_exceeded") {
        scenario(&|sandbox, arguments| {
            let full = sandbox.run(arguments);
            let mut flat = sandbox.command(&[&["--format", "json"], arguments].concat());
            let flat = flat.output().unwrap();
            let error = envelope(&full)["error"].clone();
            assert_eq!((&error["code"], flat.status.code()), (&(*code).into(), full.status.code()));
            assert_flat(&flat, &error);
            full
        });
    }
}
