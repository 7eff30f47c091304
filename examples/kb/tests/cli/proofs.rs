//! Proofs over MCP: the advice of each error, followed as an agent does until a call succeeds.

use crate::mcp_session::Session;
use agent_error::testing::{Proofs, Tool, World};
use rusqlite::Connection;
use serde_json::json;
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

const KB: &str = env!("CARGO_BIN_EXE_kb");

fn kb(world: &World, arguments: &[&str]) -> Tool {
    world.tool(KB).env("KB_DB", "kb.db").env("KB_OUTPUT", "json").args(arguments.iter().copied())
}

#[track_caller]
fn done(world: &World, arguments: &[&str]) {
    kb(world, arguments).run().assert_exit(0);
}

/// A server for a knowledge base with one entry, whose client has all rights.
fn served(world: &World) -> Rc<Session> {
    done(world, &["init"]);
    done(world, &["add", "parser", "--title", "How the parser works"]);
    server(world)
}

fn server(world: &World) -> Rc<Session> {
    // The program that a fix runs.
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
    Proofs::of_program(KB)
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
            // The first change may be in the same window as earlier ones.
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
