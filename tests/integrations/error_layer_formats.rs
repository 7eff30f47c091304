//! Tests of which clients receive which format from the layer.

use crate::error_layer::{PROBLEM, Stop, layered, sent, service};
use agent_error::Format;
use agent_error_axum::ErrorLayer;
use axum::routing::get;
use serde_json::{Value, json};

#[test]
fn other_clients_get_the_original_response() {
    let paths = [
        "/",
        "/tickets/7",
        "/query?n=x",
        "/none",
        "/busy",
        "/failed",
        "/long",
        "/html",
        "/json",
    ];
    for accept in [
        "*/*",
        "application/json",
        "text/html, */*;q=0.1",
        "application/problem+json; Q=0.0",
        "application/*",
    ] {
        for path in paths {
            let headers = [("accept", accept)];
            let (before, after) = (
                sent(service(), path, &headers),
                sent(layered(), path, &headers),
            );
            let varies = !["/", "/html", "/json"].contains(&path);
            assert_eq!(
                after.header("vary"),
                varies.then_some("accept"),
                "{accept} {path}"
            );
            assert_eq!(after.without_vary(), before, "{accept} {path}");
        }
    }
}

#[test]
fn clients_request_problems_among_other_media_types() {
    for accept in [
        "text/html, application/problem+json;q=0.1",
        "*/* , Application/Problem+JSON; charset=utf-8",
    ] {
        sent(layered(), "/none", &[("accept", accept)]).problem();
    }
    sent(layered(), "/none", &[("accept", "text/html"), PROBLEM[0]]).problem();
}

#[test]
fn the_layer_writes_any_format_for_clients_that_request_it() {
    let layered = || {
        let router = service().route("/stop", get(|| async { Stop }));
        router.layer(ErrorLayer::new().format(Format::ENVELOPE))
    };
    let json = [("accept", "application/json")];
    for (path, code) in [
        ("/tickets/7", "TICKET_NOT_FOUND"),
        ("/none", "HTTP_404"),
        ("/stop", "LAYER_STOP"),
    ] {
        let answer = sent(layered(), path, &json);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("vary"), Some("accept"));
        let body: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(
            (&body["ok"], &body["error"]["code"]),
            (&json!(false), &json!(code))
        );
    }
    // Types with `integrate(axum)` send problems to all other clients.
    assert_eq!(
        sent(layered(), "/stop", &[]).problem()["code"],
        "LAYER_STOP"
    );
    let text = sent(layered(), "/none", &[]);
    assert_eq!((text.text(), text.header("vary")), ("", Some("accept")));
    let by_default = service().layer(ErrorLayer::new().format(Format::BRIEF).by_default());
    let answer = sent(by_default, "/tickets/7", &[]);
    assert!(answer.text().starts_with("error TICKET_NOT_FOUND: "));
    assert_eq!(
        answer.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
}

#[test]
fn problems_may_be_the_default() {
    let service = || service().layer(ErrorLayer::new().by_default());
    for headers in [
        &[][..],
        &[("accept", "text/html, */*;q=0.1")],
        &[("accept", "application/problem+json;q=0")],
    ] {
        let answer = sent(service(), "/none", headers);
        assert_eq!(
            (&answer.problem()["code"], answer.header("vary")),
            (&json!("HTTP_404"), None),
            "{headers:?}"
        );
    }
}

#[test]
fn the_layer_writes_a_format_of_the_user() {
    let layered = service().layer(
        ErrorLayer::new()
            .format(agent_error_tests::ACME)
            .by_default(),
    );
    let answer = sent(layered, "/tickets/7", &[]);
    let media_type = answer.header("content-type");
    assert_eq!(media_type, Some("application/vnd.acme.error+json"));
    let body: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(body["errorCode"], "TICKET_NOT_FOUND");
}
