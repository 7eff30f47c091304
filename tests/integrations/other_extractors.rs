//! Tests of the extractors for optional bodies, queries and paths.

use crate::served::{Answer, Call};
use agent_error::AgentError;
use agent_error_axum::{Json, Path, Query, Rejection};
use axum::Router;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::str::FromStr;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only deserialized")]
struct Page {
    limit: u8,
    #[serde(default)]
    order: Option<Order>,
    #[serde(default)]
    token: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    Newest,
    Oldest,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only deserialized")]
struct Named {
    shop: String,
    id: u64,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "only deserialized")]
struct Elsewhere {
    country: String,
}

/// A type whose error quotes its input.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
#[allow(dead_code, reason = "only deserialized")]
struct Slug(String);

impl TryFrom<String> for Slug {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match u8::from_str(&text) {
            Ok(_) => Ok(Self(text)),
            Err(_) => Err(format!("no slug: {text}")),
        }
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, integrate(axum))]
enum ShopError {
    #[error(transparent)]
    #[code(transparent)]
    Request(#[from] Rejection),
}

fn service() -> Router {
    let optional = async |body: Option<Json<u8>>| format!("{:?}", body.map(|body| body.0));
    let nested = async |page: Result<Query<Page>, Rejection>| -> Result<String, ShopError> {
        Ok(format!("{}", page?.limit))
    };
    Router::new()
        .route("/optional", post(optional))
        .route("/list", get(async |page: Query<Page>| format!("{page:?}")))
        .route("/nested", get(nested))
        .route("/one/{id}", get(async |id: Path<u64>| format!("{id:?}")))
        .route(
            "/slug/{slug}",
            get(async |slug: Path<Slug>| format!("{slug:?}")),
        )
        .route(
            "/token/{token}",
            get(async |slug: Path<Slug>| format!("{slug:?}")),
        )
        .route(
            "/shops/{shop}/{id}",
            get(async |path: Path<(String, u64)>| format!("{path:?}")),
        )
        .route(
            "/named/{shop}/{id}",
            get(async |path: Path<Named>| format!("{path:?}")),
        )
        .route("/two/{a}/{b}", get(async |id: Path<u64>| format!("{id:?}")))
        .route(
            "/elsewhere/{shop}",
            get(async |path: Path<Elsewhere>| format!("{path:?}")),
        )
}

#[track_caller]
fn call(path: &str) -> Answer {
    Call::get(path, &[]).to(service()).unwrap()
}

/// Returns the status, the code, and the message and the pointer of the first field error.
#[track_caller]
fn rejected(path: &str) -> (u16, String, Value) {
    let answer = call(path);
    let problem = answer.problem();
    let code = problem["code"].as_str().unwrap().to_owned();
    let error = &problem["errors"][0];
    (
        answer.status.as_u16(),
        code,
        json!([error["pointer"], error["detail"]]),
    )
}

#[test]
fn a_body_is_optional_only_without_a_content_type() {
    let send = |content_type: Option<&str>, body: &[u8]| {
        let headers: Vec<_> = content_type
            .map(|value| ("content-type", value))
            .into_iter()
            .collect();
        let answer = Call {
            line: "POST /optional",
            headers: &headers,
            body,
        }
        .to(service())
        .unwrap();
        (answer.status.as_u16(), answer)
    };
    assert_eq!(send(None, b"").1.text(), "None");
    assert_eq!(send(Some("application/json"), b"7").1.text(), "Some(7)");
    for (content_type, body, status, code) in [
        ("application/json", &b""[..], 400, "MALFORMED_JSON"),
        ("application/json", b"300", 422, "VALIDATION_ERROR"),
        ("text/plain", b"7", 415, "UNSUPPORTED_MEDIA_TYPE"),
    ] {
        let (found, answer) = send(Some(content_type), body);
        assert_eq!((found, answer.record().code()), (status, code));
    }
}

#[test]
fn an_invalid_query_names_the_parameter() {
    assert_eq!(call("/list?limit=20&order=newest").status, 200);
    for (query, pointer, detail) in [
        ("", "#/limit", "The field is required. You sent: (missing)."),
        (
            "?limit=300",
            "#/limit",
            "Number too large to fit in target type. You sent: '300'.",
        ),
        (
            "?limit=1&order=random",
            "#/order",
            "Unknown value. You sent: 'random'. Valid options: 'newest', 'oldest'.",
        ),
        (
            "?limit=1&offset=2",
            "#/offset",
            "Unknown field. You sent: '2'. Valid options: 'limit', 'order', 'token'.",
        ),
        (
            "?limit=1&limit=2",
            "#/limit",
            "The field is given more than once.",
        ),
    ] {
        let found = rejected(&format!("/list{query}"));
        let expected = (400, "INVALID_QUERY".to_owned(), json!([pointer, detail]));
        assert_eq!(found, expected, "{query}");
    }
    // An error type that nests the rejection sends the same.
    assert_eq!(rejected("/nested?limit=x"), rejected("/list?limit=x"));
    assert_eq!(call("/nested?limit=9").text(), "9");
}

#[test]
fn an_invalid_segment_names_the_parameter() {
    assert_eq!(call("/named/north/7").status, 200);
    for (path, pointer, detail) in [
        (
            "/one/x",
            "#/id",
            "Invalid value. You sent: 'x'. Expected: a whole number of 0 or more.",
        ),
        (
            "/shops/north/-1",
            "#/id",
            "Invalid value. You sent: '-1'. Expected: a whole number of 0 or more.",
        ),
        (
            "/named/north/y",
            "#/id",
            "Invalid value. You sent: 'y'. Expected: a whole number of 0 or more.",
        ),
        ("/slug/z", "#/slug", "No slug: z."),
        ("/one/%ff", "#/id", "The segment is not valid UTF-8."),
    ] {
        let found = rejected(path);
        let expected = (400, "INVALID_PATH".to_owned(), json!([pointer, detail]));
        assert_eq!(found, expected, "{path}");
    }
}

#[test]
fn a_route_that_does_not_match_the_type_is_a_fault_of_the_program() {
    for path in ["/two/1/2", "/elsewhere/north"] {
        let answer = call(path);
        let problem = answer.problem();
        assert_eq!(
            (answer.status.as_u16(), &problem["code"]),
            (500, &json!("INTERNAL"))
        );
        assert_eq!(problem["detail"], "Internal Server Error");
        assert!(!answer.text().contains("Elsewhere"), "{}", answer.text());
    }
}

#[test]
fn secrets_in_a_url_are_not_echoed() {
    const SECRET: &str = "hunter2";
    for path in [
        format!("/list?limit=1&token={SECRET}"),
        format!("/list?limit={SECRET}&password={SECRET}"),
        format!("/list?limit=1&api_key={SECRET}"),
        format!("/token/{SECRET}"),
    ] {
        let answer = call(&path);
        assert_eq!(answer.status, 400);
        assert!(!answer.text().contains(SECRET), "{}", answer.text());
    }
}
