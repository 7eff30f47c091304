//! Tests of the problem layer in combination with other layers and services.

use crate::error_layer::{PROBLEM, layered, sent, service};
use crate::served::Call;
use agent_error::ready::CaughtPanic;
use agent_error_axum::{ErrorLayer, response};
use axum::body::{Body, Bytes};
use axum::error_handling::HandleErrorLayer;
use axum::http::header::{CONTENT_ENCODING, X_FRAME_OPTIONS};
use axum::http::{HeaderValue, Request, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{BoxError, Router};
use http_body_util::Empty;
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;
use tower::{Layer as _, ServiceBuilder, ServiceExt as _, service_fn};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// Adds common layers to the service. The problem layer is either outside all of them, or only
/// outside those that create responses.
fn among_layers(outermost: bool) -> Router {
    let slow = || async { tokio::time::sleep(Duration::from_secs(60)).await };
    let router = service()
        .route("/slow", get(slow))
        .route("/text", post(async |text: String| text));
    let responding = ServiceBuilder::new()
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_millis(100),
        ))
        .layer(RequestBodyLimitLayer::new(10))
        .layer(CatchPanicLayer::new());
    let passing = ServiceBuilder::new()
        .layer(TraceLayer::new_for_http())
        .layer(CorsLayer::permissive())
        .layer(SetResponseHeaderLayer::overriding(
            X_FRAME_OPTIONS,
            HeaderValue::from_static("DENY"),
        ));
    if outermost {
        router.layer(
            ServiceBuilder::new()
                .layer(ErrorLayer::new())
                .layer(passing)
                .layer(responding),
        )
    } else {
        router.layer(
            ServiceBuilder::new()
                .layer(passing)
                .layer(ErrorLayer::new())
                .layer(responding),
        )
    }
}

#[test]
fn other_layers_can_be_inside_and_outside() {
    let headers = [PROBLEM[0], ("origin", "http://localhost")];
    for outermost in [true, false] {
        for (line, status, code) in [
            ("GET /tickets/7", 404, "TICKET_NOT_FOUND"),
            ("GET /none", 404, "HTTP_404"),
            ("GET /slow", 408, "HTTP_408"),
            ("GET /panic", 500, "HTTP_500"),
            ("POST /text", 413, "HTTP_413"),
        ] {
            let body: &[u8] = if line.starts_with("POST") {
                b"12345678901"
            } else {
                b""
            };
            let answer = Call {
                line,
                headers: &headers,
                body,
            }
            .to(among_layers(outermost))
            .unwrap();
            assert_eq!(
                (answer.status.as_u16(), &answer.problem()["code"]),
                (status, &json!(code)),
                "{line}"
            );
            assert_eq!(
                answer.header("x-frame-options"),
                Some("DENY"),
                "{line} {outermost}"
            );
            assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
            let vary = answer
                .headers
                .get_all("vary")
                .iter()
                .map(|value| value.to_str().unwrap());
            assert_eq!(
                vary.filter(|value| *value == "accept").count(),
                1,
                "{:?}",
                answer.headers
            );
        }
    }
}

#[test]
fn a_caught_panic_is_internal() {
    let caught = CatchPanicLayer::custom(|panic| response(&CaughtPanic::from(panic)));
    let answer = sent(service().layer(caught), "/panic", &[]);
    assert_eq!(
        (answer.status.as_u16(), &answer.problem()["code"]),
        (500, &json!("INTERNAL"))
    );
}

#[test]
fn a_compressed_text_is_not_the_message() {
    let text = || async {
        (
            StatusCode::BAD_REQUEST,
            [(CONTENT_ENCODING, "gzip")],
            "these bytes are compressed",
        )
    };
    let router = Router::new().route("/", get(text)).layer(ErrorLayer::new());
    let answer = sent(router, "/", PROBLEM);
    assert_eq!(answer.header("content-encoding"), None);
    assert_eq!(
        answer.problem()["detail"],
        "The request failed with status 400."
    );
}

#[test]
fn a_route_layer_and_two_layers_are_as_good_as_one() {
    let routed = service().route_layer(ErrorLayer::new());
    assert_eq!(
        sent(routed, "/busy", PROBLEM),
        sent(layered(), "/busy", PROBLEM)
    );
    let twice = layered().layer(ErrorLayer::new());
    for path in ["/busy", "/tickets/7", "/none"] {
        assert_eq!(
            sent(twice.clone(), path, PROBLEM),
            sent(layered(), path, PROBLEM)
        );
    }
}

#[test]
fn an_error_of_the_inner_service_passes_through() {
    let late = || async { tokio::time::sleep(Duration::from_secs(60)).await };
    let layers = ServiceBuilder::new()
        .layer(HandleErrorLayer::new(|error: BoxError| async move {
            (StatusCode::GATEWAY_TIMEOUT, error.to_string())
        }))
        .layer(ErrorLayer::new())
        .layer(tower::timeout::TimeoutLayer::new(Duration::from_millis(50)));
    let answer = sent(
        Router::new().route("/", get(late)).layer(layers),
        "/",
        PROBLEM,
    );
    assert_eq!(
        (answer.status.as_u16(), answer.text()),
        (504, "request timed out")
    );
}

#[test]
fn bodies_may_be_of_any_type() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let service = service_fn(|_: Request<String>| {
        let mut response = Response::new(Empty::<Bytes>::new());
        *response.status_mut() = StatusCode::NOT_FOUND;
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let service = ErrorLayer::new().by_default().layer(service);
    let response: Response<Body> = runtime
        .block_on(service.oneshot(Request::default()))
        .unwrap();
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
}
