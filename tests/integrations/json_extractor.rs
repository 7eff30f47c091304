//! Tests of the extractor for JSON bodies.

use crate::served::{Answer, Call};
use crate::snapshots::same;
use agent_error::{AgentError, Catalog};
use agent_error_axum::{Json, Rejection};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{DefaultBodyLimit, FromRequest};
use axum::http::Request;
use axum::routing::post;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use snapbox::file;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

#[derive(Deserialize, Serialize)]
#[allow(dead_code, reason = "some fields are only deserialized")]
struct Order {
    items: Vec<Item>,
    shipping: Option<Shipping>,
    payment: Option<Payment>,
    contact: Option<Contact>,
    #[serde(default, skip_serializing)]
    password: Option<u32>,
    #[serde(default, rename = "callbackUrl", skip_serializing)]
    callback_url: Option<u8>,
    #[serde(default, skip_serializing)]
    fields: Vec<Named>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Item {
    sku: String,
    quantity: u8,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Shipping {
    Standard,
    Express { days: u8 },
}

#[derive(Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Payment {
    Card { number: u64 },
}

#[derive(Deserialize, Serialize)]
#[serde(try_from = "Value")]
struct Contact(String);

impl TryFrom<Value> for Contact {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        Err(format!("no contact: {value}"))
    }
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "only deserialized")]
struct Named {
    name: String,
    value: u8,
}

async fn echo(order: Json<Order>) -> Json<Order> {
    order
}

fn service() -> Router {
    Router::new()
        .route("/", post(echo))
        .route("/small", post(echo).layer(DefaultBodyLimit::max(10)))
}

fn post_to(line: &str, content_type: Option<&str>, body: &[u8]) -> Answer {
    let headers: Vec<_> = content_type
        .map(|value| ("content-type", value))
        .into_iter()
        .collect();
    Call {
        line,
        headers: &headers,
        body,
    }
    .to(service())
    .unwrap()
}

#[track_caller]
fn rejected(body: &str) -> (u16, String) {
    let answer = post_to("POST /", Some("application/json"), body.as_bytes());
    answer.problem();
    (answer.status.as_u16(), answer.record().code().to_owned())
}

#[test]
fn a_value_is_extracted_and_sent() {
    let order = r#"{"items":[{"sku":"a","quantity":2}],"shipping":"standard","payment":null,"contact":null}"#;
    for content_type in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/vnd.shop.v2+json;x=y",
    ] {
        let answer = post_to("POST /", Some(content_type), order.as_bytes());
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, Some("application/json"))
        );
        assert_eq!(answer.text(), order);
    }
}

#[test]
fn each_rejection_has_its_status() {
    for content_type in [
        None,
        Some("text/plain"),
        Some("text/json"),
        Some("application/jsonl"),
        Some("json"),
        Some(""),
    ] {
        let answer = post_to("POST /", content_type, b"{}");
        assert_eq!(
            (answer.status.as_u16(), answer.record().code()),
            (415, "UNSUPPORTED_MEDIA_TYPE")
        );
        let sent = content_type.map_or(Value::Null, Value::from);
        assert_eq!(answer.problem()["context"]["content_type"], sent);
    }
    let deep = "[".repeat(1000);
    for body in [
        "{",
        "x",
        "{} {}",
        "\u{feff}{}",
        r#"{"items":5"#,
        r#"{"items":[}"#,
        r#"{"items":["\ud800"]}"#,
        &deep,
    ] {
        assert_eq!(rejected(body), (400, "MALFORMED_JSON".to_owned()), "{body}");
    }
    let answer = post_to("POST /small", Some("application/json"), b"[0, 1, 2, 3, 4]");
    assert_eq!(
        (answer.status.as_u16(), answer.record().code()),
        (413, "BODY_TOO_LARGE")
    );
    let longest = 2 * 1024 * 1024;
    assert_eq!(
        rejected(&" ".repeat(longest + 1)),
        (413, "BODY_TOO_LARGE".to_owned())
    );
    assert_eq!(
        rejected(&" ".repeat(longest)),
        (400, "MALFORMED_JSON".to_owned())
    );
    let answer = post_to("POST /", Some("application/json"), b"");
    assert_eq!(
        (answer.status.as_u16(), answer.record().code()),
        (400, "MALFORMED_JSON")
    );
}

#[test]
fn a_syntax_error_has_its_position() {
    let answer = post_to("POST /", Some("application/json"), b"{\n  \"items\": [}");
    let problem = answer.problem();
    assert_eq!(
        problem["detail"],
        "the body is not valid JSON: expected value at line 2 column 13"
    );
    assert_eq!(problem["context"], json!({"line": 2, "column": 13}));
}

#[test]
fn an_invalid_value_is_a_field_error_with_its_path() {
    let shown = [
        r#"{"items":[{"sku":"a","quantity":1},{"sku":"b"}]}"#,
        r#"{"items":[{"sku":"b","quantity":300}]}"#,
        r#"{"items":[{"sku":null,"quantity":1}]}"#,
        r#"{"items":[{"sku":"b","quantity":1,"colour":"red"}]}"#,
        "[]",
        "5",
        "{}",
        r#"{"items":[],"shipping":"drone"}"#,
        r#"{"items":[],"shipping":{"express":{"days":"x"}}}"#,
        r#"{"items":[],"shipping":{"express":{}}}"#,
        r#"{"items":[],"payment":{"kind":"card","number":"x"}}"#,
        r#"{"items":[],"contact":"eve"}"#,
        r#"{"items":[],"items":[]}"#,
    ]
    .map(|body| {
        let answer = post_to("POST /", Some("application/json"), body.as_bytes());
        let problem = answer.problem();
        format!(
            "{body}\n  {} {} {}\n",
            answer.status, problem["detail"], problem["errors"]
        )
    });
    same(shown.concat(), file!["snapshots/json_extractor.txt"]);
}

#[test]
fn secrets_in_a_body_are_not_echoed() {
    const SECRET: &str = "hunter2";
    for body in [
        json!({"items": [], "password": SECRET}),
        json!({"items": [], "contact": {"password": SECRET}}),
        json!({"items": [], "contact": {"auth": {"token": [SECRET]}}}),
        json!({"items": [{"sku": {"api_key": SECRET}, "quantity": 1}]}),
        json!({"items": {"password": SECRET}}),
        json!({"items": [], "payment": {"kind": "card", "number": SECRET, "token": SECRET}}),
        json!({"items": [], "callbackUrl": format!("https://eve:{SECRET}@example.com")}),
        json!({"items": [], "fields": [{"name": "password", "value": SECRET}]}),
        json!([{"password": SECRET}]),
    ] {
        let answer = post_to(
            "POST /",
            Some("application/json"),
            body.to_string().as_bytes(),
        );
        assert_eq!(answer.status, 422);
        assert!(!answer.text().contains(SECRET), "{}", answer.text());
    }
}

/// A body whose stream fails.
struct Failing(io::ErrorKind);

impl HttpBody for Failing {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, io::Error>>> {
        Poll::Ready(Some(Err(self.0.into())))
    }
}

#[test]
fn an_unreadable_body_is_a_timeout_or_a_bad_request() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for (kind, status, code) in [
        (io::ErrorKind::TimedOut, 408, "BODY_TIMEOUT"),
        (io::ErrorKind::ConnectionReset, 400, "BODY_UNREADABLE"),
    ] {
        let request = Request::builder()
            .header("content-type", "application/json")
            .body(Body::new(Failing(kind)));
        let rejection = runtime
            .block_on(<Json<Order> as FromRequest<_>>::from_request(
                request.unwrap(),
                &(),
            ))
            .err()
            .unwrap();
        assert_eq!(
            (rejection.record().http_status(), rejection.code()),
            (status, code)
        );
        assert_eq!(rejection.record().is_retryable(), status == 408);
    }
}

#[test]
fn an_unserializable_value_is_a_server_error() {
    let keys = std::collections::BTreeMap::from([((1, 2), 3)]);
    let service = Router::new().route("/", post(|| async move { Json(keys) }));
    let answer = Call {
        line: "POST /",
        headers: &[],
        body: b"",
    }
    .to(service)
    .unwrap();
    assert_eq!(
        (answer.status.as_u16(), answer.record().code()),
        (500, "ANSWER_UNSERIALIZABLE")
    );
    assert!(
        !answer.text().contains("key must be") && !answer.text().contains("BTreeMap"),
        "{}",
        answer.text()
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://example.com/{code}", unregistered)]
enum Nesting {
    #[error(transparent)]
    #[code(transparent)]
    Body(#[from] Rejection),
}

#[test]
fn only_a_catalog_that_nests_the_rejection_has_its_codes() {
    let codes = |catalog: &Catalog| {
        catalog
            .iter()
            .map(|def| def.code().to_owned())
            .collect::<Vec<_>>()
    };
    let linked = codes(&Catalog::linked().unwrap());
    assert!(
        !linked.iter().any(|code| code == "MALFORMED_JSON"),
        "{linked:?}"
    );
    assert_eq!(
        codes(&Catalog::of::<Nesting>()),
        [
            "BODY_TIMEOUT",
            "BODY_TOO_LARGE",
            "BODY_UNREADABLE",
            "INVALID_PATH",
            "INVALID_QUERY",
            "MALFORMED_JSON",
            "UNSUPPORTED_MEDIA_TYPE",
            "VALIDATION_ERROR"
        ]
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let without_type = Request::new(Body::empty());
    let rejection = runtime.block_on(<Json<u8> as FromRequest<_>>::from_request(
        without_type,
        &(),
    ));
    let nested = Nesting::from(rejection.unwrap_err());
    assert_eq!(
        nested.record().docs_url(),
        Some("https://example.com/UNSUPPORTED_MEDIA_TYPE")
    );
}
