//! Tests of concurrent processes that share a database.

use crate::tool::{Sandbox, envelope};
use std::collections::BTreeMap;
use std::process::{Child, Output, Stdio};

/// Starts all commands before waiting for any of them.
fn at_once(sandbox: &Sandbox, calls: &[Vec<String>]) -> Vec<Output> {
    let spawn = |call: &Vec<String>| -> Child {
        let arguments: Vec<&str> = call.iter().map(String::as_str).collect();
        sandbox.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<Child> = calls.iter().map(spawn).collect();
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

fn call(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Counts the results by code. Successful results count as `ok`.
fn counted(outputs: &[Output]) -> BTreeMap<String, usize> {
    let mut codes = BTreeMap::new();
    for output in outputs {
        let code = envelope(output)["error"]["code"].as_str().unwrap_or("ok").to_owned();
        *codes.entry(code).or_insert(0) += 1;
    }
    codes
}

fn expected(counts: &[(&str, usize)]) -> BTreeMap<String, usize> {
    counts.iter().map(|(code, count)| ((*code).to_owned(), *count)).collect()
}

#[test]
fn only_one_concurrent_update_of_a_version_succeeds() {
    let sandbox = Sandbox::filled();
    let calls: Vec<_> = (0..8)
        .map(|number| call(&["update", "parser", "--if-version", "1", "--title", &format!("Title {number}")]))
        .collect();
    let outputs = at_once(&sandbox, &calls);
    assert_eq!(counted(&outputs), expected(&[("ok", 1), ("conflict", 7)]));
    assert_eq!(sandbox.succeeds(&["get", "parser"])["version"], 2);
}

#[test]
fn concurrent_changes_never_exceed_the_limit() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "5", "--window-s", "3600"]);
    let calls: Vec<_> = (0..12).map(|number| call(&["add", "--title", &format!("Entry {number}")])).collect();
    let outputs = at_once(&sandbox, &calls);
    assert_eq!(counted(&outputs), expected(&[("ok", 5), ("limit_exceeded", 7)]));
    assert_eq!(sandbox.succeeds(&["list"])["entries"].as_array().unwrap().len(), 5);
}

#[test]
fn concurrent_creation_leaves_a_complete_knowledge_base() {
    let sandbox = Sandbox::empty();
    let outputs = at_once(&sandbox, &vec![call(&["init", "--if-missing"]); 6]);
    assert_eq!(counted(&outputs), expected(&[("ok", 6)]));
    sandbox.succeeds(&["add", "--title", "A"]);
}

#[test]
fn readers_do_not_wait_for_a_writer() {
    let sandbox = Sandbox::filled();
    let other = sandbox.database();
    other.execute_batch("BEGIN IMMEDIATE; UPDATE entries SET title = 'Half done'").unwrap();
    assert_eq!(sandbox.succeeds(&["get", "parser"])["title"], "How the parser works");
    other.execute_batch("ROLLBACK").unwrap();
}
