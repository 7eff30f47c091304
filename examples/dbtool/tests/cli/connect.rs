//! Tests of `connect` with real sockets on loopback.

use crate::tool::{Expected, Sandbox};
use serde_json::json;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

pub(crate) const HOST: &str = "127.0.0.1";

pub(crate) fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind((HOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

#[test]
fn a_listening_server_is_reached() {
    let (_listener, port) = listener();
    let (data, _) = Sandbox::new().succeeds(&["connect", "--host", HOST, "--port", &port.to_string()]);
    assert_eq!(data, json!({"host": HOST, "port": port, "address": format!("{HOST}:{port}")}));
}

#[test]
fn a_port_without_a_listener_refuses_the_connection() {
    let (listener, port) = listener();
    drop(listener);
    Sandbox::new().fails(
        &["connect", "--host", HOST, "--port", &port.to_string()],
        &Expected {
            code: "DB_CONNECTION_REFUSED",
            exit: 12,
            message: format!("cannot connect to {HOST} port {port}: connection refused"),
            suggestion: "pass the correct port with `--port`",
            retryable: true,
            retry_after_ms: Some(5000),
            context: json!({"host": HOST, "port": port, "timeout_ms": 5000}),
            ..Expected::default()
        },
    );
}

#[test]
fn an_unresponsive_server_times_out() {
    let (listener, port) = listener();
    let _queue = fill(&listener);
    let arguments = ["connect", "--host", HOST, "--port", &port.to_string(), "--timeout-ms", "200"];
    Sandbox::new().fails(
        &arguments,
        &Expected {
            code: "DB_CONNECTION_TIMEOUT",
            exit: 12,
            message: format!("cannot connect to {HOST} port {port}: no response within 200 ms"),
            suggestion: "increase `--timeout-ms`",
            retryable: true,
            retry_after_ms: Some(5000),
            context: json!({"host": HOST, "port": port, "timeout_ms": 200}),
            ..Expected::default()
        },
    );
}

/// Fills the queue of a listener that accepts no connections. The kernel doesn't respond to further connections.
pub(crate) fn fill(listener: &TcpListener) -> Vec<TcpStream> {
    let address = listener.local_addr().unwrap();
    let mut queue = Vec::new();
    loop {
        match TcpStream::connect_timeout(&address, Duration::from_millis(300)) {
            Ok(stream) => queue.push(stream),
            Err(error) => {
                assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
                return queue;
            }
        }
    }
}

#[test]
fn an_unresolvable_host_is_reported() {
    // RFC 6761 guarantees that `.invalid` names never resolve. Limit the wait for an unreachable resolver to a second.
    let sandbox = Sandbox::new();
    let arguments = ["connect", "--host", "db.invalid"];
    let output = sandbox.command(&arguments).env("RES_OPTIONS", "timeout:1 attempts:1").output().unwrap();
    sandbox.failed(
        &output,
        &Expected {
            code: "DB_HOST_UNRESOLVED",
            exit: 5,
            message: "cannot resolve the host name \"db.invalid\"".into(),
            suggestion: "Check the spelling of \"db.invalid\"",
            context: json!({"host": "db.invalid", "port": 5432}),
            ..Expected::default()
        },
    );
}
