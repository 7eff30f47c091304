//! Tests of `serve`: its flags, and its responses to requests without a token.

use crate::ADMIN;
use crate::sandbox::{Sandbox, assert_failure};
use crate::server::Server;
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

/// Sends a raw request and returns the raw response.
fn answer(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.endpoint.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_port_in_use_is_reported() {
    let sandbox = Sandbox::new(&[]);
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let arguments = ["serve", "--port", &address.port().to_string()];
    let message = sandbox.fails(&arguments, "SERVE_PORT_IN_USE", 1, &json!({"address": address.to_string()}));
    assert_eq!(message, format!("{address} is already in use"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_cannot_announce_its_address_does_not_start() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Sandbox::new(&[]).command(&["--agent", "serve", "--port", "0"]).stdout(full).output().unwrap();
    assert_failure(&output, "SERVE_ADDRESS_UNTOLD", 1, &serde_json::Value::Null);
}

#[test]
fn a_global_fault_does_not_affect_logins() {
    for (fault, code, exit, details) in
        [("503", "API_ERROR", 4, json!({"status": 503})), ("401", "AUTH_ERROR", 3, json!({"status": 401}))]
    {
        Sandbox::of(ADMIN, &["--fault", fault]).fails(&["balance"], code, exit, &details);
    }
    let sandbox = Sandbox::of(ADMIN, &["--fault", "noise"]);
    let details = json!({"endpoint": sandbox.server.endpoint, "reason": "invalid HTTP"});
    sandbox.fails(&["balance"], "MALFORMED_RESPONSE", 4, &details);
}

#[test]
fn an_unknown_fault_is_rejected_with_the_valid_ones() {
    let output = Sandbox::new(&[]).run(&["--agent", "serve", "--fault", "399"]);
    let reason = "expected `garbage`, `noise`, `hangup`, `slow`, or an HTTP status from 400 to 599";
    let message = assert_failure(&output, "VALIDATION_ERROR", 2, &json!({"field": "fault", "reason": reason}));
    assert_eq!(message, format!("invalid value for fault: {reason}"));
}

#[test]
fn a_token_with_a_call_limit_expires_after_its_calls() {
    let sandbox = Sandbox::of(ADMIN, &["--token-calls", "2"]);
    sandbox.succeeds(&["balance"]);
    sandbox.succeeds(&["balance"]);
    let message = sandbox.fails(&["balance"], "AUTH_ERROR", 3, &json!({"status": 401}));
    assert!(message.starts_with("token expired\n"), "{message}");
}

#[test]
fn retry_after_must_be_a_number_of_seconds() {
    let sandbox = Sandbox::new(&[]);
    for pause in ["-1", "soon", "NaN", "31536001"] {
        let output = sandbox.run(&["--agent", "serve", &format!("--retry-after={pause}")]);
        let reason = "not a number of seconds from 0 to 31536000";
        assert_failure(&output, "VALIDATION_ERROR", 2, &json!({"field": "retry-after", "reason": reason}));
    }
}

#[test]
fn every_response_has_the_configured_latency() {
    let sandbox = Sandbox::of(ADMIN, &["--latency", "300"]);
    let details = json!({"endpoint": sandbox.server.endpoint, "timeout_s": 0.1});
    sandbox.fails(&["--timeout", "0.1", "balance"], "API_TIMEOUT", 4, &details);
    sandbox.succeeds(&["balance"]);
}

#[test]
fn requests_outside_the_api_are_harmless() {
    let sandbox = Sandbox::admin();
    let server = &sandbox.server;
    let refused = answer(server, "PUT /v1/instances HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert!(refused.starts_with("HTTP/1.1 405"), "{refused}");
    let unauthorized = answer(
        server,
        "DELETE /v1/instances/inst-1 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\nConnection: close\r\n\r\n",
    );
    assert!(unauthorized.starts_with("HTTP/1.1 401"), "{unauthorized}");
    let body = "{\"user\": ";
    let head = "POST /v1/login HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9\r\n\r\n";
    let invalid = answer(server, &format!("{head}{body}"));
    assert!(invalid.starts_with("HTTP/1.1 400"), "{invalid}");
    assert!(!answer(server, "\r\n\r\n").starts_with("HTTP/1.1 200"));
    sandbox.succeeds(&["instances", "get", "inst-1"]);
}
