//! Proofs: for each error, follows the advice as an agent would until a call succeeds. Most calls use MCP; errors whose
//! actions are commands are tested on the command line.

use crate::mcp_session::Session;
use agent_error_testing::{Proof, Proofs, Tool};
use rusqlite::Connection;
use serde_json::json;
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

const KB: &str = env!("CARGO_BIN_EXE_kb");

fn kb(proof: &Proof, arguments: &[&str]) -> Tool {
    proof.tool(KB).env("KB_DB", "kb.db").env("KB_OUTPUT", "envelope").args(arguments.iter().copied())
}

#[track_caller]
fn done(proof: &Proof, arguments: &[&str]) {
    kb(proof, arguments).run().assert_exit(0);
}

/// Creates a knowledge base with one entry.
fn fill(proof: &Proof) {
    done(proof, &["init"]);
    done(proof, &["add", "parser", "--title", "How the parser works"]);
}

/// Starts a server for a knowledge base with one entry. Its client has all permissions.
fn served(proof: &Proof) -> Rc<Session> {
    fill(proof);
    server(proof)
}

fn server(proof: &Proof) -> Rc<Session> {
    // Add `kb` to the proof, so that fixes can run it.
    let _ = kb(proof, &[]);
    let mut command = Command::new(KB);
    command.args(["--tier", "admin", "mcp", "--errors", "envelope"]).env("KB_DB", "kb.db");
    command.current_dir(proof.folder());
    Session::start(command)
}

fn database(proof: &Proof) -> Connection {
    Connection::open(proof.folder().join("kb.db")).unwrap()
}

#[test]
fn the_advice_of_every_code_helps() {
    on_the_command_line(Proofs::of_program(KB))
        .prove("database_missing", |proof| {
            let server = server(proof);
            proof.fails(server.call("kb_list", json!({})))?;
            proof.fix()?;
            proof.again()
        })
        .prove("database_locked", |proof| {
            let server = served(proof);
            let other = database(proof);
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            proof.outage(Duration::from_secs(5), move || other.execute_batch("COMMIT").unwrap());
            proof.fails(server.call("kb_add", json!({"title": "Another"})))?;
            proof.retry()
        })
        .prove("limit_exceeded", |proof| {
            let server = served(proof);
            done(proof, &["--tier", "admin", "limits", "--changes", "1", "--window-s", "2"]);
            // Use up the limit. This call may already fail, because earlier changes may be in the same window.
            let _ = kb(proof, &["add", "--title", "One"]).run();
            proof.fails(server.call("kb_add", json!({"title": "Another"})))?;
            proof.retry()
        })
        .prove("not_found", |proof| {
            let server = served(proof);
            proof.fails(server.call("kb_get", json!({"id": "parsr"})))?;
            let listed = proof.call(server.call("kb_list", json!({})))?;
            proof.call(server.call("kb_search", json!({"query": listed["entries"][0]["id"]})))?;
            proof.again_with(server.call("kb_get", json!({"id": listed["entries"][0]["id"]}))).map(drop)
        })
        .prove("conflict", |proof| {
            let server = served(proof);
            done(proof, &["update", "parser", "--if-version", "1", "--body", "It descends."]);
            let update = |version| json!({"id": "parser", "if_version": version, "title": "The parser"});
            proof.fails(server.call("kb_update", update(json!(1))))?;
            let entry = proof.call(server.call("kb_get", json!({"id": "parser"})))?;
            proof.again_with(server.call("kb_update", update(entry["version"].clone()))).map(drop)
        })
        .prove("entry_exists", |proof| {
            let server = served(proof);
            proof.fails(server.call("kb_add", json!({"id": "parser", "title": "The parser"})))?;
            let entry = proof.call(server.call("kb_get", json!({"id": "parser"})))?;
            let update = json!({"id": "parser", "if_version": entry["version"], "title": "The parser"});
            proof.instead(server.call("kb_update", update)).map(drop)
        })
        .prove("validation_failed", |proof| {
            let server = served(proof);
            proof.fails(server.call("kb_add", json!({"title": ""})))?;
            proof.call(server.call("kb_schema", json!({})))?;
            proof.learn("the title that was meant");
            proof.again_with(server.call("kb_add", json!({"title": "the title that was meant"}))).map(drop)
        })
        .prove("schema_violation", |proof| {
            let server = served(proof);
            proof.fails(server.call("kb_add", json!({"title": "Pin it", "type": "decision"})))?;
            let schema = proof.call(server.call("kb_schema", json!({"type": "decision"})))?;
            let status = schema.pointer("/properties/metadata/properties/status/enum/0").unwrap();
            let add = json!({"title": "Pin it", "type": "decision", "metadata": {"status": status}});
            proof.again_with(server.call("kb_add", add)).map(drop)
        })
        .prove("serialization_error", |proof| {
            let server = served(proof);
            database(proof).execute_batch("UPDATE entries SET tags = 'none'").unwrap();
            proof.fails(server.call("kb_get", json!({"id": "parser"})))?;
            proof.call(server.call("kb_remove", json!({"id": "parser"})))?;
            proof.learn("How the parser works");
            proof.call(server.call("kb_add", json!({"id": "parser", "title": "How the parser works"})))?;
            proof.again()
        })
        .assert("errors.proofs.json");
}

fn on_the_command_line(proofs: Proofs) -> Proofs {
    proofs
        .prove("not_found", |proof| {
            fill(proof);
            proof.fails(kb(proof, &["get", "parsr"]))?;
            let listed = proof.call(kb(proof, &["list"]))?;
            let id = listed["entries"][0]["id"].as_str().unwrap();
            proof.call(kb(proof, &["search", id]))?;
            proof.again_with(kb(proof, &["get", id])).map(drop)
        })
        .prove("conflict", |proof| {
            fill(proof);
            done(proof, &["update", "parser", "--if-version", "1", "--body", "It descends."]);
            proof.fails(kb(proof, &["update", "parser", "--if-version", "1", "--title", "The parser"]))?;
            let version = proof.call(kb(proof, &["get", "parser"]))?["version"].to_string();
            let update = ["update", "parser", "--if-version", &version, "--title", "The parser"];
            proof.again_with(kb(proof, &update)).map(drop)
        })
        .prove("entry_exists", |proof| {
            fill(proof);
            proof.fails(kb(proof, &["add", "parser", "--title", "The parser"]))?;
            let version = proof.call(kb(proof, &["get", "parser"]))?["version"].to_string();
            proof.learn("--if-version");
            let update = ["update", "parser", "--if-version", &version, "--title", "The parser"];
            proof.instead(kb(proof, &update)).map(drop)
        })
        .prove("validation_failed", |proof| {
            fill(proof);
            proof.fails(kb(proof, &["add", "--title", ""]))?;
            proof.call(kb(proof, &["schema"]))?;
            proof.learn("the title that was meant");
            proof.again_with(kb(proof, &["add", "--title", "the title that was meant"])).map(drop)
        })
        .prove("schema_violation", |proof| {
            fill(proof);
            proof.fails(kb(proof, &["add", "--title", "Pin it", "--type", "decision"]))?;
            let schema = proof.call(kb(proof, &["schema", "decision"]))?;
            let status = schema.pointer("/properties/metadata/properties/status/enum/0").unwrap();
            let metadata = json!({"status": status}).to_string();
            proof.learn("--metadata");
            proof.learn(metadata.as_str());
            let add = ["add", "--title", "Pin it", "--type", "decision", "--metadata", &metadata];
            proof.again_with(kb(proof, &add)).map(drop)
        })
        .prove("serialization_error", |proof| {
            fill(proof);
            database(proof).execute_batch("UPDATE entries SET tags = 'none'").unwrap();
            proof.fails(kb(proof, &["--tier", "admin", "get", "parser"]))?;
            proof.call(kb(proof, &["--tier", "admin", "remove", "parser"]))?;
            proof.learn("--title");
            proof.learn("How the parser works");
            proof.call(kb(proof, &["--tier", "admin", "add", "parser", "--title", "How the parser works"]))?;
            proof.again()
        })
}
