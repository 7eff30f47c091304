//! Follows the advice of each error as an agent would, until the call succeeds.

use crate::connect::{HOST, fill, listener};
use crate::filled;
use crate::fixes::codes_with_fix;
use crate::tool::Sandbox;
use rusqlite::Connection;
use std::net::TcpListener;

/// A code with a fix, a call that fails with the code, and what leads to the failure.
type Fix = (&'static str, &'static [&'static str], fn(&Sandbox));

const FIXES: [Fix; 3] = [
    ("DB_DIRECTORY_MISSING", &["init", "--db=-a b/c/x.db"], |_| {}),
    ("DB_FILE_MISSING", &["status", "--db", "o'neill's data.db"], |_| {}),
    ("DB_TABLE_MISSING", &["status"], |sandbox| sandbox.write("dbtool.db", "")),
];

#[test]
fn every_fix_helps() {
    for (code, arguments, prepare) in FIXES {
        let sandbox = Sandbox::new();
        prepare(&sandbox);
        sandbox.tool(arguments).fails(code).follow_fix();
    }
    assert_eq!(codes_with_fix(env!("CARGO_BIN_EXE_dbtool")), FIXES.map(|(code, ..)| code));
}

#[test]
fn a_retry_succeeds_once_the_database_is_unlocked() {
    let sandbox = filled();
    sandbox.write("more.csv", "sku,name,count\nB-1,Screw,1\n");
    let other = Connection::open(sandbox.path("dbtool.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let failure = sandbox.tool(&["process", "more.csv"]).fails("DB_FILE_LOCKED");
    other.execute_batch("COMMIT").unwrap();
    failure.retry();
}

#[test]
fn a_retry_succeeds_once_the_server_listens() {
    let (closed, port) = listener();
    drop(closed);
    let connect = ["connect", "--host", HOST, "--port", &port.to_string()];
    let sandbox = Sandbox::new();
    let failure = sandbox.tool(&connect).fails("DB_CONNECTION_REFUSED");
    let _listener = TcpListener::bind((HOST, port)).unwrap();
    failure.retry();
}

#[test]
fn a_retry_succeeds_once_the_server_accepts_connections() {
    let (listener, port) = listener();
    let queue = fill(&listener);
    let connect = ["connect", "--host", HOST, "--port", &port.to_string(), "--timeout-ms", "2000"];
    let sandbox = Sandbox::new();
    let failure = sandbox.tool(&connect).fails("DB_CONNECTION_TIMEOUT");
    drop(queue);
    std::thread::spawn(move || listener.incoming().for_each(drop));
    failure.retry();
}
