//! Tests of the server's command line.

use crate::schema::SCHEMA;
use crate::server::Server;
use std::process::Command;

fn orders(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_orders")).args(arguments).env_clear().output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_port_in_use_is_an_error_of_the_program() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    let (exit, answer) = orders(&["serve", "--port", port]);
    assert_eq!(exit, Some(12));
    SCHEMA.assert_valid(&serde_json::from_str(&answer).unwrap());
    let record = agent_error::parse(&answer).unwrap();
    assert_eq!((record.code.as_str(), record.facts.retryable), ("FAILED_TO_LISTEN", Some(false)));
    assert!(record.message.contains(port), "{}", record.message);
}

#[test]
fn the_errors_of_the_api_are_in_the_catalog() {
    let (exit, list) = orders(&["errors", "list", "--all"]);
    assert_eq!(exit, Some(0));
    for code in
        ["ORDER_NOT_FOUND", "ROUTE_UNKNOWN", "METHOD_NOT_ALLOWED", "ORDER_INVALID", "RATE_LIMITED", "FAILED_TO_LISTEN"]
    {
        assert!(list.contains(code), "{code}: {list}");
    }
}
