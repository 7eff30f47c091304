//! Measures the cost of an error as an axum response, compared with a handwritten one.
//!
//! Run with `cargo bench -p agent-error-benches --bench http`.

use agent_error::AgentError;
use agent_error::http::Representation;
use axum::Json;
use axum::body::to_bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header::ACCEPT};
use axum::response::{IntoResponse, Response};
use divan::{AllocProfiler, Bencher, black_box};
use serde::Serialize;
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const LIMIT: u32 = 100;
const USER: &str = "eve";

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://api.example.com/errors/{code}", integrate(axum))]
enum Derived {
    /// The user calls too often.
    #[error("{user} made more than {limit} calls a minute")]
    #[code("CALLS_EXHAUSTED", exit = 11, retry_after = "30s", suggest = "Wait, then repeat the call")]
    Exhausted { user: String, limit: u32 },
}

fn derived() -> Derived {
    Derived::Exhausted { user: USER.into(), limit: LIMIT }
}

/// The same error with a handwritten response.
#[derive(Debug, thiserror::Error)]
#[error("{user} made more than {limit} calls a minute")]
struct ByHand {
    user: String,
    limit: u32,
}

fn by_hand() -> ByHand {
    ByHand { user: USER.into(), limit: LIMIT }
}

#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    page: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    code: &'static str,
    suggestion: &'static str,
    retryable: bool,
    retry_after_ms: u32,
    phase: &'static str,
    context: Context<'a>,
}

#[derive(Serialize)]
struct Context<'a> {
    user: &'a str,
    limit: u32,
}

impl IntoResponse for ByHand {
    fn into_response(self) -> Response {
        let body = Body {
            page: "https://api.example.com/errors/CALLS_EXHAUSTED",
            title: "The user calls too often.",
            status: 429,
            detail: self.to_string(),
            code: "CALLS_EXHAUSTED",
            suggestion: "Wait, then repeat the call",
            retryable: true,
            retry_after_ms: 30_000,
            phase: "execution",
            context: Context { user: &self.user, limit: self.limit },
        };
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store"), (RETRY_AFTER, "30")];
        (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
    }
}

/// The same response built with `json!`, as in most programs.
struct ByMacro(ByHand);

impl IntoResponse for ByMacro {
    fn into_response(self) -> Response {
        let error = self.0;
        let body = json!({
            "type": "https://api.example.com/errors/CALLS_EXHAUSTED",
            "title": "The user calls too often.",
            "status": 429,
            "detail": error.to_string(),
            "code": "CALLS_EXHAUSTED",
            "suggestion": "Wait, then repeat the call",
            "retryable": true,
            "retry_after_ms": 30_000,
            "phase": "execution",
            "context": {"user": error.user, "limit": error.limit},
        });
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store"), (RETRY_AFTER, "30")];
        (StatusCode::TOO_MANY_REQUESTS, headers, Json(body)).into_response()
    }
}

/// A response with only two members, as in many programs.
struct Short(ByHand);

impl IntoResponse for Short {
    fn into_response(self) -> Response {
        (StatusCode::TOO_MANY_REQUESTS, Json(json!({"error": self.0.to_string()}))).into_response()
    }
}

fn bench<E: IntoResponse>(bencher: Bencher<'_, '_>, error: impl Fn() -> E + Sync) {
    bencher.with_inputs(error).bench_local_values(|error| black_box(error).into_response());
}

#[divan::bench]
fn agent_error(bencher: Bencher<'_, '_>) {
    bench(bencher, derived);
}

#[divan::bench]
fn agent_error_negotiated(bencher: Bencher<'_, '_>) {
    let accept = HeaderValue::from_static("application/json, text/plain;q=0.9, */*;q=0.1");
    let headers = HeaderMap::from_iter([(ACCEPT, accept)]);
    bencher.with_inputs(derived).bench_local_values(|error| {
        let representation = Representation::preferred(black_box(&headers));
        agent_error::http::response::<axum::body::Body>(&error, representation)
    });
}

#[divan::bench]
fn hand_written_struct(bencher: Bencher<'_, '_>) {
    bench(bencher, by_hand);
}

#[divan::bench]
fn hand_written_json_macro(bencher: Bencher<'_, '_>) {
    bench(bencher, || ByMacro(by_hand()));
}

#[divan::bench]
fn hand_written_message_only(bencher: Bencher<'_, '_>) {
    bench(bencher, || Short(by_hand()));
}

/// Checks that all sides produce the same output. Otherwise, the comparison would be meaningless.
fn check_same_output() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else { return };
    let read = |response: Response| {
        let (head, body) = response.into_parts();
        let body = runtime.block_on(to_bytes(body, usize::MAX)).unwrap_or_default();
        let value: Option<Value> = serde_json::from_slice(&body).ok();
        let mut headers: Vec<_> = head.headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        headers.sort_by(|a, b| a.0.as_str().cmp(b.0.as_str()));
        (head.status, headers, body.len(), value)
    };
    let ours = read(derived().into_response());
    assert_eq!(ours, read(by_hand().into_response()));
    assert_eq!(ours, read(ByMacro(by_hand()).into_response()));
    println!("{} bytes: {ours:?}", ours.2);
}

fn main() {
    check_same_output();
    divan::main();
}
