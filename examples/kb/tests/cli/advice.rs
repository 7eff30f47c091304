//! Follows the advice of each error as an agent would, until the call succeeds.

use crate::fixes::codes_with_fix;
use crate::tool::Sandbox;
use agent_error_testing::Run;
use serde_json::{Value, json};

fn data(run: &Run) -> Value {
    serde_json::from_slice::<Value>(&run.stdout).unwrap()["data"].take()
}

#[test]
fn the_fix_for_a_missing_knowledge_base_creates_it() {
    let sandbox = Sandbox::empty();
    sandbox.tool(&["add", "--title", "A", "--db", "eve's data/kb.db"]).fails("database_missing").follow_fix();
    assert_eq!(codes_with_fix(env!("CARGO_BIN_EXE_kb")), ["database_missing"]);
}

#[test]
fn a_retry_succeeds_once_the_database_is_unlocked() {
    let sandbox = Sandbox::filled();
    let other = sandbox.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let failure = sandbox.tool(&["add", "--title", "A"]).fails("database_locked");
    other.execute_batch("COMMIT").unwrap();
    failure.retry();
}

#[test]
fn a_retry_succeeds_after_the_limit() {
    let sandbox = Sandbox::filled();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "1", "--window-s", "2"]);
    // Use up the limit. This call may already fail, because earlier changes may be in the same window.
    sandbox.run(&["add", "--title", "One"]);
    sandbox.tool(&["add", "--title", "Another"]).fails("limit_exceeded").retry();
}

#[test]
fn the_list_has_the_right_id() {
    let sandbox = Sandbox::filled();
    let failure = sandbox.tool(&["get", "parsr"]).fails("not_found");
    let found = data(&failure.follow_action("search", &["descends"]));
    let listed = data(&failure.follow_action("list", &["--type", "note"]));
    assert_eq!(found["entries"][0]["id"], listed["entries"][0]["id"]);
    sandbox.succeeds(&["get", listed["entries"][0]["id"].as_str().unwrap()]);
}

#[test]
fn the_current_entry_has_the_version() {
    let sandbox = Sandbox::filled();
    sandbox.succeeds(&["update", "parser", "--if-version", "1", "--body", "It climbs."]);
    for (call, code) in [
        (&["update", "parser", "--if-version", "1", "--title", "The parser"][..], "conflict"),
        (&["add", "parser", "--title", "The parser"], "entry_exists"),
    ] {
        let failure = sandbox.tool(call).fails(code);
        let version = data(&failure.follow_action("get", &["parser"]))["version"].to_string();
        failure.follow_action("update", &["parser", "--if-version", &version, "--title", "The parser"]);
    }
}

#[test]
fn the_schema_has_the_valid_values() {
    let sandbox = Sandbox::new();
    sandbox.tool(&["add", "--title", ""]).fails("validation_failed").follow_action("schema", &[]);
    let add = ["add", "--title", "Pin it", "--type", "decision"];
    let failure = sandbox.tool(&add).fails("schema_violation");
    let schema = data(&failure.follow_action("schema", &["decision"]));
    let status = schema.pointer("/properties/metadata/properties/status/enum/0").unwrap();
    sandbox.succeeds(&[&add[..], &["--metadata", &json!({"status": status}).to_string()]].concat());
}

#[test]
fn a_damaged_entry_can_be_replaced() {
    let sandbox = Sandbox::filled();
    sandbox.database().execute_batch("UPDATE entries SET tags = 'none'").unwrap();
    let failure = sandbox.tool(&["--tier", "admin", "get", "parser"]).fails("serialization_error");
    failure.follow_action("remove", &["parser", "--tier", "admin"]);
    failure.follow_action("add", &["parser", "--title", "How the parser works"]);
    sandbox.succeeds(&["get", "parser"]);
}
