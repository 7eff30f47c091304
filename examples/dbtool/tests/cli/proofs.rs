//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::connect::{HOST, fill, listener};
use agent_error_testing::{Proofs, Tool, World};
use rusqlite::Connection;
use std::net::TcpListener;
use std::time::Duration;

const DBTOOL: &str = env!("CARGO_BIN_EXE_dbtool");

fn dbtool(world: &World, arguments: &[&str]) -> Tool {
    world.tool(DBTOOL).args(arguments.iter().copied())
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(DBTOOL)
        .prove("DB_FILE_MISSING", |world| {
            world.fails(dbtool(world, &["status", "--db", "o'neill's data.db"]))?;
            world.fix()?;
            world.again()
        })
        .prove("DB_TABLE_MISSING", |world| {
            std::fs::write(world.folder().join("dbtool.db"), "")?;
            world.fails(dbtool(world, &["status"]))?;
            world.fix()?;
            world.again()
        })
        .prove("DB_DIRECTORY_MISSING", |world| {
            world.fails(dbtool(world, &["init", "--db=-a b/c/x.db"]))?;
            world.fix()?;
            world.again()
        })
        .prove("DB_FILE_LOCKED", |world| {
            assert_eq!(dbtool(world, &["init"]).run().exit_code, Some(0));
            std::fs::write(world.folder().join("items.csv"), crate::ITEMS)?;
            let other = Connection::open(world.folder().join("dbtool.db")).unwrap();
            other.execute_batch("BEGIN EXCLUSIVE").unwrap();
            world.outage(Duration::from_secs(5), move || other.execute_batch("COMMIT").unwrap());
            world.fails(dbtool(world, &["process", "items.csv"]))?;
            world.retry()
        })
        .prove("DB_CONNECTION_REFUSED", |world| {
            let (listener, port) = listener();
            drop(listener);
            world.outage(Duration::from_secs(30), move || TcpListener::bind((HOST, port)).unwrap());
            world.fails(dbtool(world, &["connect", "--host", HOST, "--port", &port.to_string()]))?;
            world.retry()
        })
        .prove("DB_CONNECTION_TIMEOUT", |world| {
            let (listener, port) = listener();
            let queue = fill(&listener);
            let accepting = listener.try_clone().unwrap();
            world.outage(Duration::from_secs(30), move || {
                drop(queue);
                std::thread::spawn(move || accepting.incoming().for_each(drop));
            });
            let port = port.to_string();
            world.fails(dbtool(world, &["connect", "--host", HOST, "--port", &port, "--timeout-ms", "2000"]))?;
            world.retry()
        })
        .exempt("DB_HOST_UNREACHABLE", "a test cannot take a route of this machine away and give it back")
        .exempt("DB_RESOLVER_TIMEOUT", "the resolver is the system's, and a test cannot silence it")
        .assert("errors.proofs.json");
}
