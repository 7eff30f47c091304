//! The errors of the HTTP API.

use crate::Server;
use crate::rfc9457;
use agent_error::{AgentError as _, ErrorRecord, FieldError, Severity};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use std::fmt::Write as _;
use std::thread;
use ureq::http::{HeaderMap, Request, StatusCode};

struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

fn call(server: &Server, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let request = Request::builder().method(method).uri(format!("{}{path}", server.http));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let config = ureq::Agent::config_builder().http_status_as_error(false).build();
    let mut response = ureq::Agent::from(config).run(request.body(body.to_owned()).unwrap()).unwrap();
    let body = response.body_mut().read_to_string().unwrap();
    Response { status: response.status(), headers: response.headers().clone(), body }
}

fn put(server: &Server, accept: &str, body: &str) -> Response {
    call(server, "PUT", "/orders/1", &[("Accept", accept), ("Content-Type", "application/json")], body)
}

impl Response {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// Parses the response with this library.
    fn record(&self) -> ErrorRecord {
        ErrorRecord::from_response(self.status, &self.headers, self.body.as_bytes())
    }
}

const JSON: &[(&str, &str)] = &[("Content-Type", "application/json")];

/// A method, a path, headers and a body.
type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str);

const CASES: [Case; 11] = [
    ("GET", "/orders/9", &[], ""),
    ("GET", "/orders/a%2Fb", &[], ""),
    ("GET", "/nothing/here", &[], ""),
    ("DELETE", "/orders", &[], ""),
    ("PUT", "/orders/2", JSON, "{}"),
    ("PUT", "/orders/1", JSON, r#"{"item":"hammer"}"#),
    ("PUT", "/orders/1", JSON, "[]"),
    ("PUT", "/orders/1", JSON, "{"),
    ("PUT", "/orders/1", &[], "{}"),
    ("GET", "/revenue", &[], ""),
    // The error of axum itself.
    ("GET", "/orders/%ff", &[], ""),
];

#[test]
fn every_error_is_a_problem() {
    let server = Server::start(&["--ledger", "/no/such/ledger"]);
    let mut shown = String::new();
    for (method, path, headers, body) in CASES {
        let problem = call(&server, method, path, headers, body);
        assert_eq!(problem.header("cache-control"), "no-store", "{path}");
        rfc9457::read(problem.status.as_u16(), Some(problem.header("content-type")), &problem.body).unwrap();
        let request = format!("{method} {path} {body}");
        let _ = writeln!(shown, "{}\n{}\n{}\n", request.trim_end(), problem.status, problem.body);
    }
    assert_data_eq!(shown, file!["../http.txt"].raw());
    // Only the log has the cause.
    let log = server.log();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains(r#"code="LEDGER_UNREADABLE""#) && log.contains("os error 2"), "{log}");
}

#[test]
fn the_headers_do_not_depend_on_the_method() {
    let server = Server::start(&[]);
    let head = call(&server, "HEAD", "/orders/9", &[], "");
    assert_eq!((head.status.as_u16(), head.body.as_str()), (404, ""));
    assert_eq!(head.header("content-type"), "application/problem+json");
    assert_eq!(call(&server, "DELETE", "/orders", &[], "").header("allow"), "GET,HEAD");
}

#[test]
fn field_errors_lead_to_a_valid_order() {
    let server = Server::start(&[]);
    let rejected = put(&server, "*/*", r#"{"item":"hammer"}"#);
    let errors: Value = serde_json::from_str::<Value>(&rejected.body).unwrap()["errors"].take();
    assert_eq!((&errors[0]["pointer"], &errors[1]["pointer"]), (&json!("#/item"), &json!("#/quantity")));
    let record = rejected.record();
    let fields: Vec<String> = record.field_errors().into_iter().map(FieldError::text).collect();
    let item = "Unknown item. You sent: 'hammer'. Valid options: 'anvil', 'bucket', 'chisel'.";
    let quantity = "Invalid quantity. You sent: (missing). An integer from 1 to 100.";
    assert_eq!(fields, [item, quantity]);
    let option = serde_json::to_value(record.field_errors()[0]).unwrap()["options"][1].take();
    let accepted = put(&server, "*/*", &json!({"item": option, "quantity": 100}).to_string());
    assert_eq!((accepted.status.as_u16(), accepted.body.contains("bucket")), (200, true));
}

#[test]
fn following_the_action_leads_to_an_existing_order() {
    let server = Server::start(&[]);
    let missing = call(&server, "GET", "/orders/77", &[], "").record();
    let actions = missing.value("server_actions").unwrap();
    let (method, path) = actions[0].as_str().unwrap().split_once(' ').unwrap();
    let listed: Value = serde_json::from_str(&call(&server, method, path, &[], "").body).unwrap();
    assert_eq!(call(&server, "GET", &format!("/orders/{}", listed[0]["id"]), &[], "").status, 200);
}

#[test]
fn a_retry_after_the_wait_succeeds() {
    let server = Server::start(&["--opens-in-s", "3"]);
    let order = r#"{"item":"anvil","quantity":3}"#;
    let closed = put(&server, "*/*", order);
    let record = closed.record();
    let wait = record.retry_after.unwrap();
    assert_eq!(
        (closed.status.as_u16(), record.is_retryable(), record.facts.severity),
        (503, true, Some(Severity::Error))
    );
    // The header is rounded up.
    assert_eq!(closed.header("retry-after").parse(), Ok(wait.as_millis().div_ceil(1000)));
    thread::sleep(wait);
    assert_eq!(put(&server, "*/*", order).status, 200);
}
