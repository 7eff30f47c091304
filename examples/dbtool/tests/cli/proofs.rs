//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use crate::connect::{HOST, fill, listener};
use agent_error_testing::{Proof, Proofs, Tool};
use rusqlite::Connection;
use std::net::TcpListener;
use std::time::Duration;

const DBTOOL: &str = env!("CARGO_BIN_EXE_dbtool");

fn dbtool(proof: &Proof, arguments: &[&str]) -> Tool {
    proof.tool(DBTOOL).args(arguments.iter().copied())
}

#[test]
fn the_advice_of_every_code_helps() {
    Proofs::of_program(DBTOOL)
        .prove("DB_FILE_MISSING", |proof| {
            proof.fails(dbtool(proof, &["status", "--db", "o'neill's data.db"]))?;
            proof.fix()?;
            proof.again()
        })
        .prove("DB_TABLE_MISSING", |proof| {
            std::fs::write(proof.folder().join("dbtool.db"), "")?;
            proof.fails(dbtool(proof, &["status"]))?;
            proof.fix()?;
            proof.again()
        })
        .prove("DB_DIRECTORY_MISSING", |proof| {
            proof.fails(dbtool(proof, &["init", "--db=-a b/c/x.db"]))?;
            proof.fix()?;
            proof.again()
        })
        .prove("DB_FILE_LOCKED", |proof| {
            assert_eq!(dbtool(proof, &["init"]).run().exit_code, Some(0));
            std::fs::write(proof.folder().join("items.csv"), crate::ITEMS)?;
            let other = Connection::open(proof.folder().join("dbtool.db")).unwrap();
            other.execute_batch("BEGIN EXCLUSIVE").unwrap();
            proof.outage(Duration::from_secs(5), move || other.execute_batch("COMMIT").unwrap());
            proof.fails(dbtool(proof, &["process", "items.csv"]))?;
            proof.retry()
        })
        .prove("DB_CONNECTION_REFUSED", |proof| {
            let (listener, port) = listener();
            drop(listener);
            proof.outage(Duration::from_secs(30), move || TcpListener::bind((HOST, port)).unwrap());
            proof.fails(dbtool(proof, &["connect", "--host", HOST, "--port", &port.to_string()]))?;
            proof.retry()
        })
        .prove("DB_CONNECTION_TIMEOUT", |proof| {
            let (listener, port) = listener();
            let queue = fill(&listener);
            let accepting = listener.try_clone().unwrap();
            proof.outage(Duration::from_secs(30), move || {
                drop(queue);
                std::thread::spawn(move || accepting.incoming().for_each(drop));
            });
            let port = port.to_string();
            proof.fails(dbtool(proof, &["connect", "--host", HOST, "--port", &port, "--timeout-ms", "2000"]))?;
            proof.retry()
        })
        .exempt("DB_HOST_UNREACHABLE", "a test cannot take a route of this machine away and give it back")
        .exempt("DB_RESOLVER_TIMEOUT", "the resolver is the system's, and a test cannot silence it")
        .assert("errors.proofs.json");
}
