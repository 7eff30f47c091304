//! The errors of the HTTP API.

use crate::Server;
use agent_error::ErrorRecord;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};
use std::fmt::Write as _;

struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

async fn call(
    server: &Server,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let request = Request::builder()
        .method(method)
        .uri(format!("{}{path}", server.http));
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    let client = Client::builder(TokioExecutor::new()).build_http();
    let (head, body) = client
        .request(request.body(body.to_owned()).unwrap())
        .await
        .unwrap()
        .into_parts();
    let body = to_bytes(Body::new(body), usize::MAX).await.unwrap();
    Response {
        status: head.status,
        headers: head.headers,
        body: String::from_utf8(body.into()).unwrap(),
    }
}

impl Response {
    /// Parses the response with this library.
    fn record(&self) -> ErrorRecord {
        agent_error::http::record(
            &Method::GET,
            self.status,
            &self.headers,
            self.body.as_bytes(),
        )
    }
}

const JSON: &[(&str, &str)] = &[("Content-Type", "application/json")];

/// A method, a path, headers and a body.
type Case = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

const CASES: [Case; 9] = [
    ("GET", "/orders/9", &[], ""),
    ("GET", "/nothing/here", &[], ""),
    ("DELETE", "/orders", &[], ""),
    ("PUT", "/orders/2", JSON, "{}"),
    ("PUT", "/orders/1", JSON, r#"{"item":"hammer"}"#),
    ("PUT", "/orders/1", JSON, "{"),
    ("PUT", "/orders/1", &[], "{}"),
    ("GET", "/revenue", &[], ""),
    // The error of axum itself.
    ("GET", "/orders/%ff", &[], ""),
];

/// Makes a call, and returns the request and the response with some of the headers.
async fn shown(server: &Server, (method, path, headers, body): Case) -> String {
    let response = call(server, method, path, headers, body).await;
    let mut shown = format!("{method} {path}\n");
    for (name, value) in headers {
        let _ = writeln!(shown, "{name}: {value}");
    }
    let _ = writeln!(
        shown,
        "{body}{}{}",
        if body.is_empty() { "" } else { "\n" },
        response.status
    );
    for name in ["Content-Type", "Allow", "Retry-After"] {
        if let Some(value) = response.headers.get(name) {
            let _ = writeln!(shown, "{name}: {}", value.to_str().unwrap());
        }
    }
    shown + &response.body + "\n\n"
}

const ABOUT: &str = "\
Requests to the HTTP API, and the responses: problem details (RFC 9457). Most headers are omitted. `[..]`
stands for the time until the shop opens, which differs from run to run.

";

#[tokio::test]
async fn every_error_is_a_problem() {
    let server = Server::start(&["--ledger", "/no/such/ledger"]);
    let mut all = ABOUT.to_owned();
    for case in CASES {
        all += &shown(&server, case).await;
    }
    let closed = Server::start(&["--opens-in-s", "3600"]);
    all += &shown(
        &closed,
        ("PUT", "/orders/1", JSON, r#"{"item":"anvil","quantity":3}"#),
    )
    .await;
    assert_data_eq!(all, file!["../http.txt"]);
    // Only the log has the cause.
    let log = server.log();
    // Debug builds also print what clients don't see.
    let is_event = |line: &&str| !line.starts_with("warning: ");
    assert_eq!(log.lines().filter(is_event).count(), 1, "{log}");
    assert!(
        log.contains(r#"code="LEDGER_UNREADABLE""#) && log.contains("os error 2"),
        "{log}"
    );
}

#[tokio::test]
async fn field_errors_lead_to_a_valid_order() {
    let server = Server::start(&[]);
    let record = call(&server, "PUT", "/orders/1", JSON, r#"{"item":"hammer"}"#)
        .await
        .record();
    let option = serde_json::to_value(record.field_errors().next()).unwrap()["options"][1].take();
    let accepted = call(
        &server,
        "PUT",
        "/orders/1",
        JSON,
        &json!({"item": option, "quantity": 100}).to_string(),
    )
    .await;
    assert_eq!(
        (accepted.status.as_u16(), accepted.body.contains("bucket")),
        (200, true)
    );
}

#[tokio::test]
async fn following_the_action_leads_to_an_existing_order() {
    let server = Server::start(&[]);
    let missing = call(&server, "GET", "/orders/77", &[], "").await.record();
    let actions = missing.context().get("server_actions").unwrap();
    let (method, path) = actions[0].as_str().unwrap().split_once(' ').unwrap();
    let listed: Value =
        serde_json::from_str(&call(&server, method, path, &[], "").await.body).unwrap();
    assert_eq!(
        call(
            &server,
            "GET",
            &format!("/orders/{}", listed[0]["id"]),
            &[],
            ""
        )
        .await
        .status,
        200
    );
}

#[tokio::test]
async fn the_actions_for_an_unknown_path_are_routes() {
    let server = Server::start(&[]);
    let unknown = call(&server, "GET", "/nothing", &[], "").await.record();
    for action in unknown
        .context()
        .get("server_actions")
        .unwrap()
        .as_array()
        .unwrap()
    {
        let (method, path) = action.as_str().unwrap().split_once(' ').unwrap();
        let status = call(&server, method, &path.replace("{id}", "1"), JSON, "")
            .await
            .status;
        assert!(![404, 405].contains(&status.as_u16()), "{action}: {status}");
    }
}
