//! Tests of the layer that sends problems to clients that request them.

use crate::served::{Answer, Call};
use agent_error::{AgentError, ErrorRecord};
use agent_error_axum::ErrorLayer;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Query};
use axum::http::header::{CONTENT_TYPE, ETAG, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tower::Layer as _;

pub(crate) const PROBLEM: &[(&str, &str)] = &[("accept", "application/problem+json")];

// An error of a service whose clients rely on its current bodies. The type isn't `Clone`.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("ticket {id} does not exist")]
#[code(
    "TICKET_NOT_FOUND",
    exit = 5,
    suggest = "List the tickets",
    actions("GET /tickets")
)]
struct NoTicket {
    id: u64,
    #[context(skip)]
    source: std::io::Error,
}

impl IntoResponse for NoTicket {
    fn into_response(self) -> Response {
        let headers = [
            (SET_COOKIE, "seen=1"),
            (ETAG, "\"7\""),
            (CONTENT_TYPE, "application/json"),
        ];
        (
            StatusCode::NOT_FOUND,
            headers,
            Extension(self.record()),
            r#"{"error":"no_ticket"}"#,
        )
            .into_response()
    }
}

async fn ticket(Path(id): Path<u64>) -> NoTicket {
    NoTicket {
        id,
        source: std::io::Error::other("row 3"),
    }
}

/// Creates a service with every kind of error response.
#[allow(clippy::panic, reason = "one handler panics")]
pub(crate) fn service() -> Router {
    let html = || async {
        (
            StatusCode::BAD_GATEWAY,
            [(CONTENT_TYPE, "text/html")],
            "<h1>down</h1>",
        )
    };
    let json = || async {
        (
            StatusCode::CONFLICT,
            [(CONTENT_TYPE, "application/json")],
            "{}",
        )
    };
    let endless = |waits| async move {
        (
            StatusCode::BAD_REQUEST,
            [(CONTENT_TYPE, "text/plain")],
            Body::new(Endless { waits }),
        )
    };
    Router::new()
        .route("/", get(|| async { "hello" }))
        .route("/tickets/{id}", get(ticket))
        .route(
            "/query",
            get(async |Query(query): Query<HashMap<String, u8>>| format!("{query:?}")),
        )
        .route(
            "/number",
            post(async |body: axum::Json<u8>| body.0.to_string()),
        )
        .route(
            "/busy",
            get(|| async {
                (
                    StatusCode::TOO_MANY_REQUESTS,
                    [("retry-after", "7")],
                    "slow down",
                )
            }),
        )
        .route(
            "/secret",
            get(|| async { (StatusCode::UNAUTHORIZED, "bad token=hunter2") }),
        )
        .route(
            "/failed",
            get(|| async { (StatusCode::INTERNAL_SERVER_ERROR, "no route to 10.0.0.5") }),
        )
        .route(
            "/long",
            get(|| async { (StatusCode::BAD_REQUEST, "x".repeat(5000)) }),
        )
        .route(
            "/lines",
            get(|| async { (StatusCode::BAD_REQUEST, "first\nsecond") }),
        )
        .route(
            "/unprocessable",
            get(|| async { (StatusCode::UNPROCESSABLE_ENTITY, "a: no\nb: no") }),
        )
        .route("/waiting", get(move || endless(true)))
        .route("/endless", get(move || endless(false)))
        .route("/blank", get(|| async { (StatusCode::BAD_REQUEST, "") }))
        .route(
            "/range",
            get(|| async {
                (
                    StatusCode::RANGE_NOT_SATISFIABLE,
                    [(CONTENT_TYPE, "video/mp4")],
                    (),
                )
            }),
        )
        .route("/html", get(html))
        .route("/json", get(json))
        .route("/panic", get(async || -> &'static str { panic!("a bug") }))
}

/// A body that never ends. It either waits forever or yields empty frames.
struct Endless {
    waits: bool,
}

impl HttpBody for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        if self.waits {
            Poll::Pending
        } else {
            Poll::Ready(Some(Ok(http_body::Frame::data(Bytes::new()))))
        }
    }
}

pub(crate) fn layered() -> Router {
    service().layer(ErrorLayer::new())
}

#[track_caller]
pub(crate) fn sent(router: Router, path: &str, headers: &[(&str, &str)]) -> Answer {
    Call::get(path, headers).to(router).unwrap()
}

/// Returns the problem that a client receives if it requests one.
#[track_caller]
fn problem(path: &str) -> (Answer, Value) {
    let answer = sent(layered(), path, PROBLEM);
    let problem = answer.problem();
    assert_eq!(problem["status"], answer.status.as_u16());
    assert_eq!(answer.header("vary"), Some("accept"));
    (answer, problem)
}

#[test]
fn a_coded_error_in_the_extensions_becomes_a_problem() {
    let (answer, problem) = problem("/tickets/7");
    assert_eq!(answer.status, 404);
    assert_eq!(
        problem,
        json!({
            "type": "about:blank",
            "title": "Not Found",
            "status": 404,
            "detail": "ticket 7 does not exist",
            "code": "TICKET_NOT_FOUND",
            "cause": "row 3",
            "suggestion": "List the tickets",
            "retryable": false,
            "phase": "execution",
            "actions": ["GET /tickets"],
            "context": {"id": 7}
        })
    );
    let length = answer.body.len().to_string();
    let expected = [
        ("cache-control", "no-store"),
        ("connection", "close"),
        ("content-length", &*length),
        ("content-type", "application/problem+json"),
        ("etag", "\"7\""),
        ("set-cookie", "seen=1"),
        ("vary", "accept"),
    ];
    let mut headers: Vec<_> = answer
        .headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.to_str().unwrap()))
        .collect();
    headers.sort_unstable();
    assert_eq!(headers, expected);
}

#[test]
fn successes_and_bodies_of_other_types_are_left_alone() {
    for path in ["/", "/html", "/json", "/range"] {
        assert_eq!(
            sent(layered(), path, PROBLEM),
            sent(service(), path, PROBLEM)
        );
    }
}

#[test]
fn a_response_without_a_code_becomes_a_problem_with_its_status() {
    for (path, status, detail) in [
        ("/none", 404, "Nothing was found at `/none`."),
        (
            "/tickets/x",
            400,
            "Invalid URL: Cannot parse `x` to a `u64`",
        ),
        (
            "/query?n=x",
            400,
            "Failed to deserialize query string: n: invalid digit found in string",
        ),
        ("/busy", 429, "slow down"),
        ("/secret", 401, "bad token=[REDACTED]"),
        ("/failed", 500, "The request failed with status 500."),
        ("/long", 400, "The request failed with status 400."),
        ("/waiting", 400, "The request failed with status 400."),
        ("/endless", 400, "The request failed with status 400."),
        ("/lines", 400, "The request failed with status 400."),
    ] {
        let (answer, problem) = problem(path);
        assert_eq!(
            (answer.status.as_u16(), &problem["detail"]),
            (status, &json!(detail)),
            "{path}"
        );
        assert_eq!(problem["code"], format!("HTTP_{status}"));
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    assert_eq!(problem("/lines").1["explanation"], "first\nsecond");
    let unprocessable = problem("/unprocessable").1;
    assert_eq!(unprocessable["title"], "Unprocessable Content");
    assert_eq!(
        unprocessable["detail"], "The request failed with status 422.",
        "not another spelling of the title"
    );
    assert_eq!(unprocessable["explanation"], "a: no\nb: no");
    let busy = problem("/busy").0;
    assert_eq!(busy.header("retry-after"), Some("7"));
    assert_eq!(busy.record().retry_after(), Some(Duration::from_secs(7)));
    assert!(busy.record().is_retryable());
}

#[test]
fn rejections_of_bodies_and_methods_keep_their_status_and_headers() {
    let post = |content_type: &str, body: &[u8]| {
        let headers = [PROBLEM[0], ("content-type", content_type)];
        Call {
            line: "POST /number",
            headers: &headers,
            body,
        }
        .to(layered())
        .unwrap()
    };
    let too_long = " ".repeat(2 * 1024 * 1024 + 1);
    for (content_type, body, status) in [
        ("application/json", &b"x"[..], 400),
        ("application/json", b"300", 422),
        ("text/plain", b"3", 415),
        ("application/json", too_long.as_bytes(), 413),
    ] {
        let answer = post(content_type, body);
        assert_eq!(
            (answer.status.as_u16(), &answer.problem()["code"]),
            (status, &json!(format!("HTTP_{status}")))
        );
    }
}

#[test]
fn a_rejected_method_leads_to_the_allowed_ones() {
    let delete = |router| {
        let call = Call {
            line: "DELETE /number",
            headers: PROBLEM,
            body: b"",
        };
        let answer: Answer = call.to(router).unwrap();
        assert_eq!(answer.header("allow"), Some("POST"));
        let problem = answer.problem();
        assert_eq!(
            (answer.status.as_u16(), &problem["code"]),
            (405, &json!("HTTP_405"))
        );
        problem
    };
    // axum adds the header after the layers of a router.
    assert_eq!(
        delete(layered())["detail"],
        "The method `DELETE` isn't supported at `/number`. The header `Allow` lists the methods that are."
    );
    let outside = Router::new().fallback_service(ErrorLayer::new().layer(service()));
    let problem = delete(outside);
    assert_eq!(
        problem["detail"],
        "The method `DELETE` isn't supported at `/number`. Allowed methods: POST."
    );
    assert_eq!(problem["actions"], json!(["POST /number"]));
}

#[test]
fn a_long_path_is_not_repeated() {
    let path = format!("/{}", "x".repeat(5000));
    let answer = sent(layered(), &path, PROBLEM);
    assert_eq!(
        answer.problem()["detail"],
        "Nothing was found at this path."
    );
}

#[test]
fn every_problem_has_the_id_of_the_request() {
    let with_id = [PROBLEM[0], ("x-request-id", "r-17")];
    for (path, own) in [
        ("/tickets/7", json!({"id": 7, "request_id": "r-17"})),
        ("/none", json!({"request_id": "r-17"})),
        ("/failed", json!({"request_id": "r-17"})),
        ("/stop", json!({"request_id": "r-17"})),
        ("/down", json!({"request_id": "r-17"})),
    ] {
        let down =
            || async { agent_error_axum::response(&ErrorRecord::new("DOWN", "db-3 is down")) };
        let router = service()
            .route("/stop", get(|| async { Stop }))
            .route("/down", get(down))
            .layer(ErrorLayer::new());
        assert_eq!(
            sent(router, path, &with_id).problem()["context"],
            own,
            "{path}"
        );
    }
    // A service may set the ID on the response, and the log has the same one.
    let (seen, log) = std::sync::mpsc::channel();
    let handler = || async { ([("x-request-id", "r-18")], Stop) };
    let router = Router::new()
        .route("/", get(handler))
        .layer(ErrorLayer::new())
        .layer(axum::middleware::map_response(move |response: Response| {
            let record = response.extensions().get::<ErrorRecord>().unwrap();
            seen.send(record.context().get("request_id")).unwrap();
            async { response }
        }));
    assert_eq!(
        sent(router, "/", &with_id).problem()["context"]["request_id"],
        "r-18"
    );
    assert_eq!(log.recv().unwrap(), Some("r-18".into()));
}

#[test]
fn a_head_request_gets_the_headers_without_the_body() {
    for path in [
        "/tickets/7",
        "/none",
        "/query?n=x",
        "/blank",
        "/html",
        "/json",
    ] {
        for outside in [false, true] {
            let service = || {
                if outside {
                    Router::new().fallback_service(ErrorLayer::new().layer(service()))
                } else {
                    layered()
                }
            };
            let mut head = Call {
                line: &format!("HEAD {path}"),
                headers: PROBLEM,
                body: b"",
            }
            .to(service())
            .unwrap();
            let mut get = sent(service(), path, PROBLEM);
            get.body.clear();
            // The router has already removed the body, so the problem lacks the message.
            if outside && path == "/query?n=x" {
                head.headers.remove("content-length");
                get.headers.remove("content-length");
            }
            assert_eq!(head, get, "{path} {outside}");
        }
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("stop")]
#[code("LAYER_STOP", exit = 11, retry_after = "1500ms")]
#[agent_error(integrate(axum))]
pub(crate) struct Stop;

#[test]
fn a_problem_from_the_handler_is_unchanged() {
    let router = || Router::new().route("/", get(|| async { Stop }));
    assert_eq!(
        sent(router().layer(ErrorLayer::new()), "/", PROBLEM),
        sent(router(), "/", PROBLEM)
    );
}

#[test]
fn headers_of_the_response_precede_those_of_the_error() {
    let with = |headers: &'static [(&'static str, &'static str)]| {
        let handler = move || async move {
            let mut response = (
                StatusCode::TOO_MANY_REQUESTS,
                Extension(Stop.record()),
                "stop",
            )
                .into_response();
            for (name, value) in headers {
                response
                    .headers_mut()
                    .append(*name, HeaderValue::from_static(value));
            }
            response
        };
        sent(
            Router::new()
                .route("/", get(handler))
                .layer(ErrorLayer::new()),
            "/",
            PROBLEM,
        )
    };
    let retry_after = |headers| with(headers).header("retry-after").unwrap().to_owned();
    assert_eq!(retry_after(&[]), "2");
    assert_eq!(retry_after(&[("retry-after", "1")]), "1");
    assert_eq!(retry_after(&[("retry-after", "60")]), "60");
    assert_eq!(
        retry_after(&[("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")]),
        "Fri, 31 Dec 9999 23:59:59 GMT"
    );
    assert_eq!(
        with(&[("cache-control", "private, no-cache")]).header("cache-control"),
        Some("private, no-cache")
    );
    let answer = with(&[("vary", "accept-encoding")]);
    assert_eq!(
        answer.headers.get_all("vary").iter().collect::<Vec<_>>(),
        ["accept-encoding", "accept"]
    );
    for name in [
        "content-language",
        "content-disposition",
        "content-encoding",
    ] {
        let answer = with(Box::leak(Box::new([(name, "x")])));
        assert_eq!(answer.header(name), None);
        answer.problem();
    }
}

#[test]
fn the_status_is_that_of_the_response() {
    let handler = || async { (StatusCode::BAD_REQUEST, Extension(Stop.record()), "stop") };
    let answer = sent(
        Router::new()
            .route("/", get(handler))
            .layer(ErrorLayer::new()),
        "/",
        PROBLEM,
    );
    assert_eq!(
        (answer.status.as_u16(), &answer.problem()["status"]),
        (400, &json!(400))
    );
    let handler = || async { (Extension(Stop.record()), "fine") };
    let answer = sent(
        Router::new()
            .route("/", get(handler))
            .layer(ErrorLayer::new()),
        "/",
        PROBLEM,
    );
    assert_eq!((answer.status.as_u16(), answer.text()), (200, "fine"));
}
