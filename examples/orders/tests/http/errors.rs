//! Tests that every error of the API conforms to RFC 9457, and that the library parses it.

use crate::client::{Answer, call, get, order};
use crate::server::Server;
use agent_error::{AgentError as _, Severity, exit};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Checks what all errors of the API have in common.
#[track_caller]
fn check(answer: &Answer, status: u16, code: &str) {
    let problem = answer.problem();
    assert_eq!(answer.status, status, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let page = format!("https://orders.example.com/errors/{code}");
    assert_eq!(problem.member("type").and_then(Value::as_str), Some(page.as_str()));
    assert!(problem.member("title").is_some() && problem.member("detail").is_some(), "{}", answer.body);

    let record = answer.record();
    assert_eq!((record.code(), record.docs_url.as_deref()), (code, Some(page.as_str())));
    assert_eq!(record.facts.status, Some(status));
    assert_eq!(Some(record.message.as_str()), problem.member("detail").and_then(Value::as_str));
    assert!(record.suggestion.is_some(), "{record:?}");
}

#[test]
fn unknown_resources() {
    let server = Server::start(&[]);
    let answer = get(&server, "/orders/9");
    check(&answer, 404, "ORDER_NOT_FOUND");
    assert_eq!(answer.record().value("server_actions"), Some(json!(["GET /orders"])));
    assert_eq!(answer.record().exit_code(), exit::NOT_FOUND);
    // All errors with the same code have the same title.
    let other = get(&server, "/orders/none");
    assert_eq!(other.problem().member("title"), answer.problem().member("title"));
    assert_ne!(other.problem().member("detail"), answer.problem().member("detail"));

    check(&get(&server, "/nothing/here"), 404, "ROUTE_UNKNOWN");
    for path in ["/orders/", "//", "/orders/1/2", "/orders/1/cancel/", "/../../etc/passwd"] {
        check(&get(&server, path), 404, "ROUTE_UNKNOWN");
    }
    for id in ["%00", "a%2Fb", "%zz", "-1", "%F0%9F%A6%80", &"9".repeat(50_000)] {
        check(&get(&server, &format!("/orders/{id}")), 404, "ORDER_NOT_FOUND");
    }
    check(&get(&server, "/orders/%ff"), 400, "PATH_MALFORMED");
    check(&call(&server, "POST", "/orders/%ff/cancel", &[], ""), 400, "PATH_MALFORMED");
    let wrong_method = call(&server, "DELETE", "/orders", &[], "");
    check(&wrong_method, 405, "METHOD_NOT_ALLOWED");
    assert_eq!(wrong_method.header("allow"), Some("GET,HEAD,POST"));
}

#[test]
fn conflicts_state_the_current_value() {
    let server = Server::start(&[]);
    let answer = call(&server, "POST", "/orders/2/cancel", &[], "");
    check(&answer, 409, "ORDER_NOT_CANCELLABLE");
    assert_eq!(answer.record().value("state"), Some(json!("shipped")));
    assert_eq!(answer.record().exit_code(), exit::CONFLICT);
    assert_eq!(call(&server, "POST", "/orders/1/cancel", &[], "").json()["state"], "cancelled");
}

#[test]
fn all_invalid_fields_are_reported_at_once() {
    let server = Server::start(&[]);
    let answer = order(&server, r#"{"item":"hammer"}"#);
    check(&answer, 422, "ORDER_INVALID");
    let fields: Vec<String> = answer.record().field_errors().into_iter().map(agent_error::FieldError::text).collect();
    assert_eq!(
        fields,
        [
            "Unknown item. You sent: 'hammer'. Valid options: 'anvil', 'bucket', 'chisel'.",
            "Invalid quantity. You sent: (missing). An integer from 1 to 100.",
        ]
    );
    let pointers: Vec<Value> =
        answer.json()["errors"].as_array().unwrap().iter().map(|error| error["pointer"].clone()).collect();
    assert_eq!(pointers, ["#/item", "#/quantity"]);
    let long = order(&server, &format!(r#"{{"item":"{}","quantity":0}}"#, "x".repeat(1_000_000)));
    check(&long, 422, "ORDER_INVALID");
    assert_eq!(long.record().field_errors().len(), 2);
    assert!(long.body.len() < 2_000, "{}", long.body.len());
    for body in [
        "[]",
        "null",
        "5",
        r#""x""#,
        r#"{"item":"anvil","quantity":1.0}"#,
        r#"{"item":[],"quantity":-1}"#,
        r#"{"item":"anvil","quantity":1e3}"#,
    ] {
        check(&order(&server, body), 422, "ORDER_INVALID");
    }
    for body in ["[]", "null", "5"] {
        let answer = order(&server, body);
        let record = answer.record();
        let fields = record.field_errors();
        assert_eq!(fields.len(), 1, "{fields:?}");
        assert!(fields[0].text().starts_with("The order must be an object. You sent: "), "{fields:?}");
    }
    assert_eq!(order(&server, r#"{"item":"anvil","quantity":100}"#).status, 201);
}

#[test]
fn invalid_bodies() {
    let server = Server::start(&[]);
    let deep = "[".repeat(100_000);
    for body in ["", "{", "\u{0}", "\u{feff}{}", r#"{"item":"\ud800"}"#, "{} {}", &deep, "{\"item\":\"a\u{1b}[31m\"}"] {
        check(&order(&server, body), 400, "BODY_MALFORMED");
    }
    let untyped = call(&server, "POST", "/orders", &[("Content-Type", "text/plain")], "{}");
    check(&untyped, 415, "MEDIA_TYPE_UNSUPPORTED");
    // Send only one byte too many. If the body is much longer, the server stops reading and resets the connection.
    let longest = 2 * 1024 * 1024;
    check(&order(&server, &" ".repeat(longest + 1)), 413, "BODY_TOO_LONG");
}

#[test]
fn too_many_calls_are_rejected_with_the_wait() {
    let server = Server::start(&["--rate-limit", "2"]);
    assert_eq!(get(&server, "/orders").status, 200);
    assert_eq!(get(&server, "/orders/9").status, 404);
    let answer = get(&server, "/orders");
    check(&answer, 429, "RATE_LIMITED");
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    let record = answer.record();
    let wait = record.retry_after.unwrap();
    assert!(record.is_retryable() && record.exit_code() == exit::RATE_LIMITED);
    // The body contains the exact wait. The header is rounded up.
    assert!(wait <= Duration::from_secs(seconds) && wait > Duration::from_secs(seconds - 1), "{wait:?}, {seconds}");
}

#[test]
fn server_failures_are_logged() {
    let server = Server::start(&["--ledger", "/no/such/ledger"]);
    let answer = get(&server, "/revenue");
    check(&answer, 500, "LEDGER_UNREADABLE");
    assert_eq!(answer.record().facts.severity, Some(Severity::Critical));
    // The cause is logged, but not sent to clients.
    let problem = answer.problem();
    assert!(problem.member("cause").is_none() && !answer.body.contains("os error"), "{}", answer.body);
    get(&server, "/orders/9");
    let log = server.log();
    assert_eq!(log.lines().count(), 1, "{log}");
    for part in [
        "ERROR agent_error: cannot read the ledger",
        r#"code="LEDGER_UNREADABLE""#,
        "exit=72",
        "critical",
        "os error 2",
    ] {
        assert!(log.contains(part), "{log}");
    }
}

#[test]
fn a_head_response_has_the_headers_of_the_error() {
    let server = Server::start(&[]);
    let answer = call(&server, "HEAD", "/orders/9", &[], "");
    assert_eq!((answer.status.as_u16(), answer.body.as_str()), (404, ""));
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    assert_eq!(answer.record().code(), "HTTP_404");
}

#[test]
fn concurrent_calls_get_their_own_errors() {
    let server = Server::start(&[]);
    std::thread::scope(|scope| {
        for caller in 0..8 {
            let server = &server;
            scope.spawn(move || {
                for id in (0..20).map(|at| format!("{caller}x{at}")) {
                    let answer = get(server, &format!("/orders/{id}"));
                    assert_eq!(answer.record().value("id"), Some(json!(id)), "{}", answer.body);
                }
            });
        }
    });
}

#[test]
fn an_endless_body_times_out() {
    let server = Server::start(&["--timeout-s", "1"]);
    let mut client = TcpStream::connect(server.address.strip_prefix("http://").unwrap()).unwrap();
    client.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = "POST /orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    client.write_all(head.as_bytes()).unwrap();
    let start = Instant::now();
    let (mut response, mut buffer) = (Vec::new(), [0; 4096]);
    while !response.ends_with(b"}") {
        let read = client.read(&mut buffer).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&response));
        response.extend_from_slice(&buffer[..read]);
    }
    let text = String::from_utf8(response).unwrap();
    assert!(text.starts_with("HTTP/1.1 408 ") && text.contains("\"code\":\"REQUEST_TIMEOUT\""), "{text}");
    assert!(start.elapsed() >= Duration::from_secs(1), "{:?}", start.elapsed());
    // The server still responds to other requests.
    assert_eq!(get(&server, "/orders").status, 200);
}
