//! Errors of the API and the network that the specification's table doesn't list.

use crate::sandbox::{Sandbox, assert_failure};
use crate::{ADMIN, canned};
use serde_json::{Value, json};
use std::net::{TcpListener, TcpStream};
use std::process::Output;
use std::thread;
use std::time::Duration;

/// Logs in at another endpoint in agent mode. A login needs no token, so any endpoint works.
fn log_in_at(endpoint: &str, flags: &[&str]) -> Output {
    let sandbox = Sandbox::new(&[]);
    let arguments = [&["--agent", "--endpoint", endpoint, "auth", "login", "--user", "admin"], flags].concat();
    let mut command = sandbox.command(&arguments);
    // Limit how long the resolver waits for an unreachable DNS server.
    command.env("CLOUDCTL_PASSWORD", "hunter2").env("RES_OPTIONS", "timeout:1 attempts:1").output().unwrap()
}

#[track_caller]
pub(crate) fn login_fails(endpoint: &str, flags: &[&str], code: &str, exit: i32, details: &Value) -> String {
    let output = log_in_at(endpoint, flags);
    crate::sandbox::assert_no_secret(&output.stderr);
    assert_failure(&output, code, exit, details)
}

#[test]
fn a_conflict_reports_its_cause() {
    let sandbox = Sandbox::admin();
    let create = ["instances", "create", "--instance-type", "1V100.6V", "--os", "debian-13", "--hostname", "archive"];
    let message = sandbox.fails(&create, "CONFLICT", 4, &json!({"status": 409}));
    assert_eq!(message, "an instance with the hostname archive exists already");
    let message = sandbox.fails(&["instances", "shutdown", "archive", "--yes"], "CONFLICT", 4, &json!({"status": 409}));
    assert_eq!(message, "the instance inst-2 is offline already");
}

#[test]
fn a_rate_limited_call_succeeds_after_the_stated_wait() {
    let sandbox = Sandbox::of(ADMIN, &["--rate-limit", "2", "--retry-after", "1"]);
    sandbox.succeeds(&["balance"]);
    sandbox.succeeds(&["balance"]);
    let details = json!({"status": 429, "retry_after_s": 1});
    assert_eq!(sandbox.fails(&["balance"], "RATE_LIMITED", 4, &details), "too many calls");
    thread::sleep(Duration::from_secs(1));
    sandbox.succeeds(&["balance"]);
}

#[test]
fn a_wait_is_reported_to_the_millisecond_and_in_seconds_rounded_up() {
    let sandbox = Sandbox::of(ADMIN, &["--rate-limit", "0", "--retry-after", "0.15"]);
    let envelope: Value = serde_json::from_slice(&sandbox.run(&["balance"]).stdout).unwrap();
    let error = &envelope["error"];
    assert_eq!((&error["retry_after_ms"], &error["context"]["retry_after_s"]), (&json!(150), &json!(1)));
}

#[test]
fn a_wait_may_be_a_date_or_missing() {
    let past = "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    let details = json!({"status": 429, "retry_after_s": 0});
    let endpoint = canned::json("429 Too Many Requests", past, "{}");
    assert_eq!(login_fails(&endpoint, &[], "RATE_LIMITED", 4, &details), "too many requests");
    let details = json!({"status": 429, "retry_after_s": null});
    login_fails(&canned::json("429 Too Many Requests", "", ""), &[], "RATE_LIMITED", 4, &details);
}

#[test]
fn the_status_determines_the_error_whatever_the_body() {
    const STATUSES: [(&str, u16, &str, i32); 4] = [
        ("401 Unauthorized", 401, "AUTH_ERROR", 3),
        ("402 Payment Required", 402, "INSUFFICIENT_BALANCE", 6),
        ("404 Not Found", 404, "NOT_FOUND", 5),
        ("500 Internal Server Error", 500, "API_ERROR", 4),
    ];
    let long = "x".repeat(30 * 1024 * 1024);
    for (line, status, code, exit) in STATUSES {
        let truncated = canned::answering(format!("HTTP/1.1 {line}\r\nContent-Length: 900\r\n\r\n{{\"mess"));
        let no_chunks = canned::answering(format!("HTTP/1.1 {line}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"));
        let stalled = canned::stalling(line, "", "{\"message\": \"slo");
        for endpoint in [truncated, no_chunks, stalled] {
            let message = login_fails(&endpoint, &["--timeout", "1"], code, exit, &json!({"status": status}));
            assert!(message.to_lowercase().contains(&line[4..].to_lowercase()), "{message}");
        }
    }
    let (line, status, code, exit) = STATUSES[2];
    for endpoint in [canned::json(line, "", &long), canned::json(line, "", &format!("{{\"message\": \"{long}\"}}"))] {
        assert_eq!(login_fails(&endpoint, &[], code, exit, &json!({"status": status})), "not found");
    }
}

#[test]
fn an_incomplete_error_response_is_still_reported() {
    let endpoint = canned::stalling("402 Payment Required", "", r#"{"message": "the card was refused"}"#);
    let message = login_fails(&endpoint, &["--timeout", "1"], "INSUFFICIENT_BALANCE", 6, &json!({"status": 402}));
    assert_eq!(message, "the card was refused");
}

#[test]
fn an_unavailable_api_with_retry_after_is_retryable() {
    let details = json!({"status": 503, "retry_after_s": 7});
    let endpoint = canned::json("503 Service Unavailable", "Retry-After: 7\r\n", "");
    let message = login_fails(&endpoint, &[], "API_UNAVAILABLE", 4, &details);
    assert_eq!(message, "API error 503: service unavailable");
    let output = log_in_at(&endpoint, &["--output", "json"]);
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    let error = &envelope["error"];
    assert_eq!((&error["retryable"], &error["retry_after_ms"]), (&json!(true), &json!(7000)));
    assert_eq!(error["suggestion"], "Wait for the requested time, then try again");
    // A `Retry-After` header doesn't make a permanent error retryable.
    let endpoint = canned::json("404 Not Found", "Retry-After: 7\r\n", "");
    login_fails(&endpoint, &[], "NOT_FOUND", 5, &json!({"status": 404}));
}

#[test]
fn a_secret_echoed_by_the_api_is_redacted() {
    for (status, body) in [
        ("401 Unauthorized", r#"{"message": "user admin, password hunter2: no"}"#),
        ("404 Not Found", r#"{"message": "no hunter2", "resource": "hunter2"}"#),
        ("422 Unprocessable Entity", r#"{"message": "no", "field": "hunter2", "reason": "hunter2 is too short"}"#),
    ] {
        let endpoint = canned::json(status, "", body);
        for format in ["nested", "json", "human", "xml"] {
            let output = log_in_at(&endpoint, &["--output", format]);
            crate::sandbox::assert_no_secret(&[output.stdout, output.stderr].concat());
        }
    }
}

#[test]
fn a_port_without_a_listener_is_unreachable() {
    // The port belongs to an open connection, so no other test can get it, and nothing listens on it.
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let connection = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let endpoint = format!("http://{}", connection.local_addr().unwrap());
    let details = json!({"endpoint": endpoint, "reason": "connection refused"});
    let message = login_fails(&endpoint, &[], "API_UNREACHABLE", 4, &details);
    assert_eq!(message, format!("cannot reach {endpoint}: connection refused"));
}

#[test]
fn an_unresolvable_host_is_distinct_from_an_unreachable_server() {
    // RFC 6761 guarantees that `.invalid` names never resolve.
    let endpoint = "http://cloud.invalid:8700";
    let details = json!({"endpoint": endpoint});
    let message = login_fails(endpoint, &["--timeout", "20"], "API_HOST_NOT_FOUND", 4, &details);
    assert_eq!(message, format!("cannot resolve the host name of {endpoint}"));
}

#[test]
fn a_slow_response_times_out() {
    let sandbox = Sandbox::admin();
    let details = json!({"endpoint": sandbox.server.endpoint, "timeout_s": 0.25});
    let arguments = ["--timeout", "0.25", "instances", "get", "inst-slow"];
    let message = sandbox.fails(&arguments, "API_TIMEOUT", 4, &details);
    assert_eq!(message, format!("no response from {} within 0.25 s", sandbox.server.endpoint));
    sandbox.succeeds(&["balance"]);
}

#[test]
fn a_server_that_never_responds_times_out() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let details = json!({"endpoint": endpoint, "timeout_s": 0.2});
    login_fails(&endpoint, &["--timeout", "0.2"], "API_TIMEOUT", 4, &details);
}

#[test]
fn a_connection_closed_early_is_reported() {
    let sandbox = Sandbox::admin();
    let details = json!({"endpoint": sandbox.server.endpoint});
    sandbox.fails(&["instances", "get", "inst-hangup"], "API_DISCONNECTED", 4, &details);
    let endpoint = canned::answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"tok");
    login_fails(&endpoint, &[], "API_DISCONNECTED", 4, &json!({"endpoint": endpoint}));
}

#[test]
fn a_response_that_is_not_json_is_reported_with_its_position() {
    let sandbox = Sandbox::admin();
    let endpoint = &sandbox.server.endpoint;
    let details = json!({"endpoint": endpoint, "reason": "unexpected end of JSON at line 1, column 15"});
    sandbox.fails(&["instances", "get", "inst-garbage"], "MALFORMED_RESPONSE", 4, &details);
    let html = canned::json("200 OK", "", "<h1>Welcome to your router</h1>");
    let details = json!({"endpoint": html, "reason": "invalid JSON at line 1, column 1"});
    login_fails(&html, &[], "MALFORMED_RESPONSE", 4, &details);
    let text = canned::answering(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\"\xff\"".as_slice());
    let details = json!({"endpoint": text, "reason": "invalid JSON at line 1, column 2"});
    login_fails(&text, &[], "MALFORMED_RESPONSE", 4, &details);
}

#[test]
fn a_response_that_is_not_http_or_too_long_is_malformed() {
    let sandbox = Sandbox::admin();
    let details = json!({"endpoint": sandbox.server.endpoint, "reason": "invalid HTTP"});
    sandbox.fails(&["instances", "get", "inst-noise"], "MALFORMED_RESPONSE", 4, &details);
    for (answer, reason) in [
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ncloud_f00\r\n".to_owned(), "invalid HTTP"),
        (format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "cloud_".repeat(100_000)), "the header is too large"),
        (format!("HTTP/1.1 200 OK\r\n\r\n{}", "cloud_".repeat(1_000_000)), "the body is too large"),
    ] {
        let endpoint = canned::answering(answer);
        login_fails(&endpoint, &[], "MALFORMED_RESPONSE", 4, &json!({"endpoint": endpoint, "reason": reason}));
    }
}

#[test]
fn a_response_with_an_unexpected_structure_is_not_quoted() {
    for body in
        ["\"cloud_f00\"", "{\"token\": \"cloud_f00\"}", "{\"token\": \"cloud_f00\", \"expires_in_s\": \"cloud_f00\"}"]
    {
        let endpoint = canned::json("200 OK", "", body);
        for format in ["nested", "json", "human"] {
            let output = log_in_at(&endpoint, &["--output", format]);
            assert_eq!(output.status.code(), Some(4));
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(text.contains("unexpected structure at line 1, column "), "{text}");
            crate::sandbox::assert_no_secret(text.as_bytes());
        }
    }
}

#[test]
fn a_proxy_error_page_is_an_api_error_with_its_status() {
    let endpoint = canned::json("502 Bad Gateway", "Content-Type: text/html\r\n", "<h1>Bad Gateway</h1>");
    assert_eq!(login_fails(&endpoint, &[], "API_ERROR", 4, &json!({"status": 502})), "API error 502: bad gateway");
}

#[test]
fn a_redirect_is_not_followed() {
    let endpoint = canned::json("307 Temporary Redirect", "Location: http://127.0.0.1:1/\r\n", "");
    let message = login_fails(&endpoint, &[], "API_ERROR", 4, &json!({"status": 307}));
    assert_eq!(message, "API error 307: temporary redirect");
}

#[test]
fn an_api_message_cannot_forge_output() {
    let body = r#"{"message": "\u001b[2J\u001b]0;title\u0007no\",\"details\":{}}}\n{\"error\":{}}"}"#;
    let endpoint = canned::json("402 Payment Required", "", body);
    login_fails(&endpoint, &[], "INSUFFICIENT_BALANCE", 6, &json!({"status": 402}));
    let output = log_in_at(&endpoint, &["--output", "human"]);
    assert!(!String::from_utf8(output.stderr).unwrap().contains('\u{1b}'));
}
