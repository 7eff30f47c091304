//! Proofs: for each error, follows the advice as an agent would until a call succeeds. Most calls use MCP; errors whose
//! actions are commands are tested on the command line.

use crate::mcp_session::Session;
use agent_error_testing::{Proofs, Tool, World};
use rusqlite::Connection;
use serde_json::json;
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

const KB: &str = env!("CARGO_BIN_EXE_kb");

fn kb(world: &World, arguments: &[&str]) -> Tool {
    world.tool(KB).env("KB_DB", "kb.db").env("KB_OUTPUT", "envelope").args(arguments.iter().copied())
}

#[track_caller]
fn done(world: &World, arguments: &[&str]) {
    kb(world, arguments).run().assert_exit(0);
}

/// Creates a knowledge base with one entry.
fn fill(world: &World) {
    done(world, &["init"]);
    done(world, &["add", "parser", "--title", "How the parser works"]);
}

/// Starts a server for a knowledge base with one entry. Its client has all permissions.
fn served(world: &World) -> Rc<Session> {
    fill(world);
    server(world)
}

fn server(world: &World) -> Rc<Session> {
    // Add `kb` to the world, so that fixes can run it.
    let _ = kb(world, &[]);
    let mut command = Command::new(KB);
    command.args(["--tier", "admin", "mcp", "--errors", "envelope"]).env("KB_DB", "kb.db");
    command.current_dir(world.folder());
    Session::start(command)
}

fn database(world: &World) -> Connection {
    Connection::open(world.folder().join("kb.db")).unwrap()
}

#[test]
fn the_advice_of_every_code_helps() {
    on_the_command_line(Proofs::of_program(KB))
        .prove("database_missing", |world| {
            let server = server(world);
            world.fails(server.call("kb_list", json!({})))?;
            world.fix()?;
            world.again()
        })
        .prove("database_locked", |world| {
            let server = served(world);
            let other = database(world);
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            world.outage(Duration::from_secs(5), move || other.execute_batch("COMMIT").unwrap());
            world.fails(server.call("kb_add", json!({"title": "Another"})))?;
            world.retry()
        })
        .prove("limit_exceeded", |world| {
            let server = served(world);
            done(world, &["--tier", "admin", "limits", "--changes", "1", "--window-s", "2"]);
            // Use up the limit. This call may already fail, because earlier changes may be in the same window.
            let _ = kb(world, &["add", "--title", "One"]).run();
            world.fails(server.call("kb_add", json!({"title": "Another"})))?;
            world.retry()
        })
        .prove("not_found", |world| {
            let server = served(world);
            world.fails(server.call("kb_get", json!({"id": "parsr"})))?;
            let listed = world.call(server.call("kb_list", json!({})))?;
            world.call(server.call("kb_search", json!({"query": listed["entries"][0]["id"]})))?;
            world.again_with(server.call("kb_get", json!({"id": listed["entries"][0]["id"]}))).map(drop)
        })
        .prove("conflict", |world| {
            let server = served(world);
            done(world, &["update", "parser", "--if-version", "1", "--body", "It descends."]);
            let update = |version| json!({"id": "parser", "if_version": version, "title": "The parser"});
            world.fails(server.call("kb_update", update(json!(1))))?;
            let entry = world.call(server.call("kb_get", json!({"id": "parser"})))?;
            world.again_with(server.call("kb_update", update(entry["version"].clone()))).map(drop)
        })
        .prove("entry_exists", |world| {
            let server = served(world);
            world.fails(server.call("kb_add", json!({"id": "parser", "title": "The parser"})))?;
            let entry = world.call(server.call("kb_get", json!({"id": "parser"})))?;
            let update = json!({"id": "parser", "if_version": entry["version"], "title": "The parser"});
            world.instead(server.call("kb_update", update)).map(drop)
        })
        .prove("validation_failed", |world| {
            let server = served(world);
            world.fails(server.call("kb_add", json!({"title": ""})))?;
            world.call(server.call("kb_schema", json!({})))?;
            world.learn("the title that was meant");
            world.again_with(server.call("kb_add", json!({"title": "the title that was meant"}))).map(drop)
        })
        .prove("schema_violation", |world| {
            let server = served(world);
            world.fails(server.call("kb_add", json!({"title": "Pin it", "type": "decision"})))?;
            let schema = world.call(server.call("kb_schema", json!({"type": "decision"})))?;
            let status = schema.pointer("/properties/metadata/properties/status/enum/0").unwrap();
            let add = json!({"title": "Pin it", "type": "decision", "metadata": {"status": status}});
            world.again_with(server.call("kb_add", add)).map(drop)
        })
        .prove("serialization_error", |world| {
            let server = served(world);
            database(world).execute_batch("UPDATE entries SET tags = 'none'").unwrap();
            world.fails(server.call("kb_get", json!({"id": "parser"})))?;
            world.call(server.call("kb_remove", json!({"id": "parser"})))?;
            world.learn("How the parser works");
            world.call(server.call("kb_add", json!({"id": "parser", "title": "How the parser works"})))?;
            world.again()
        })
        .assert("errors.proofs.json");
}

fn on_the_command_line(proofs: Proofs) -> Proofs {
    proofs
        .prove("not_found", |world| {
            fill(world);
            world.fails(kb(world, &["get", "parsr"]))?;
            let listed = world.call(kb(world, &["list"]))?;
            let id = listed["entries"][0]["id"].as_str().unwrap();
            world.call(kb(world, &["search", id]))?;
            world.again_with(kb(world, &["get", id])).map(drop)
        })
        .prove("conflict", |world| {
            fill(world);
            done(world, &["update", "parser", "--if-version", "1", "--body", "It descends."]);
            world.fails(kb(world, &["update", "parser", "--if-version", "1", "--title", "The parser"]))?;
            let version = world.call(kb(world, &["get", "parser"]))?["version"].to_string();
            let update = ["update", "parser", "--if-version", &version, "--title", "The parser"];
            world.again_with(kb(world, &update)).map(drop)
        })
        .prove("entry_exists", |world| {
            fill(world);
            world.fails(kb(world, &["add", "parser", "--title", "The parser"]))?;
            let version = world.call(kb(world, &["get", "parser"]))?["version"].to_string();
            world.learn("--if-version");
            let update = ["update", "parser", "--if-version", &version, "--title", "The parser"];
            world.instead(kb(world, &update)).map(drop)
        })
        .prove("validation_failed", |world| {
            fill(world);
            world.fails(kb(world, &["add", "--title", ""]))?;
            world.call(kb(world, &["schema"]))?;
            world.learn("the title that was meant");
            world.again_with(kb(world, &["add", "--title", "the title that was meant"])).map(drop)
        })
        .prove("schema_violation", |world| {
            fill(world);
            world.fails(kb(world, &["add", "--title", "Pin it", "--type", "decision"]))?;
            let schema = world.call(kb(world, &["schema", "decision"]))?;
            let status = schema.pointer("/properties/metadata/properties/status/enum/0").unwrap();
            let metadata = json!({"status": status}).to_string();
            world.learn("--metadata");
            world.learn(metadata.as_str());
            let add = ["add", "--title", "Pin it", "--type", "decision", "--metadata", &metadata];
            world.again_with(kb(world, &add)).map(drop)
        })
        .prove("serialization_error", |world| {
            fill(world);
            database(world).execute_batch("UPDATE entries SET tags = 'none'").unwrap();
            world.fails(kb(world, &["--tier", "admin", "get", "parser"]))?;
            world.call(kb(world, &["--tier", "admin", "remove", "parser"]))?;
            world.learn("--title");
            world.learn("How the parser works");
            world.call(kb(world, &["--tier", "admin", "add", "parser", "--title", "How the parser works"]))?;
            world.again()
        })
}
