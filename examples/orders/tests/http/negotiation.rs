//! Tests that the client's `Accept` header selects problems or envelopes.

use crate::client::{Answer, call};
use crate::server::Server;
use agent_error::{Format, parse};

fn accepting(server: &Server, accept: &str) -> Answer {
    call(server, "GET", "/orders/9", &[("Accept", accept)], "")
}

#[test]
fn clients_that_prefer_json_get_an_envelope() {
    let server = Server::start(&[]);
    for accept in
        ["application/json", "application/json, */*;q=0.8", "application/problem+json;q=0.1, application/json"]
    {
        let answer = accepting(&server, accept);
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (404, Some("application/json")),
            "{accept}"
        );
        assert_eq!(answer.json()["ok"], false);
        assert_eq!(answer.json()["error"]["code"], "ORDER_NOT_FOUND");
        assert_eq!(Format::Envelope.parse(&answer.body).unwrap().message, "no order `9`");
    }
}

#[test]
fn other_clients_get_a_problem() {
    let server = Server::start(&[]);
    for accept in ["*/*", "text/html", "application/problem+json", "application/json;q=0", "nonsense"] {
        let answer = accepting(&server, accept);
        assert_eq!(answer.status, 404);
        assert!(answer.problem().member("code").is_some(), "{accept}");
    }
}

#[test]
fn problem_and_envelope_have_the_same_facts() {
    let server = Server::start(&[]);
    let [problem, envelope] = ["*/*", "application/json"].map(|accept| accepting(&server, accept));
    let (mut problem, envelope) = (problem.record(), envelope.record());
    // Only problems have a title.
    assert_eq!(problem.summary.take().as_deref(), Some("No order has this ID."));
    assert_eq!(*problem, *envelope);
    assert_eq!(parse(&accepting(&server, "application/json").body).unwrap().code, "ORDER_NOT_FOUND");
}

#[test]
fn every_route_negotiates() {
    let server = Server::start(&["--rate-limit", "6", "--ledger", "/no/such/ledger"]);
    let routes = [
        ("GET", "/orders/9", 404),
        ("GET", "/none", 404),
        ("PUT", "/orders", 405),
        ("POST", "/orders", 415),
        ("POST", "/orders/2/cancel", 409),
        ("GET", "/revenue", 500),
        ("GET", "/orders", 429),
    ];
    for (method, path, status) in routes {
        let answer = call(&server, method, path, &[("Accept", "application/json")], "");
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (status, Some("application/json")),
            "{path}"
        );
    }
}
