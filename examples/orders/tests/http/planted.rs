//! Secrets in URLs, headers and bodies never appear in output.

use crate::client::call;
use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden, assert_no_secret};
use crate::server::Server;
use serde_json::json;

#[test]
fn secrets_on_the_command_line_are_hidden() {
    assert_hidden(
        env!("CARGO_BIN_EXE_orders"),
        &[
            Case::new("UNKNOWN_FLAG", &["serve", "--password", PASSWORD]),
            Case::new("UNKNOWN_FLAG", &["serve", &format!("--token={TOKEN}")]),
            Case::new("INVALID_FLAG_VALUE", &["serve", "--port", &format!("http://eve:{PASSWORD}@localhost")]),
            Case::new("UNEXPECTED_ARGUMENT", &["serve", API_KEY]),
        ],
    );
}

#[test]
fn secrets_in_calls_are_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger");
    std::fs::write(&ledger, format!("100\n{CARD}\n{PASSWORD}\n")).unwrap();
    let server = Server::start(&["--ledger", ledger.to_str().unwrap()]);
    let bearer = format!("Bearer {TOKEN}");
    let bodies = [
        json!({"item": "anvil", "password": PASSWORD}).to_string(),
        json!({"item": {"token": TOKEN}, "quantity": [{"api_key": API_KEY}]}).to_string(),
        json!([{"card_number": CARD, "cvv": "123"}]).to_string(),
        json!({"name": "password", "value": PASSWORD}).to_string(),
        format!(r#"{{"password":"{PASSWORD}""#),
        format!(r#"{{"item":{TOKEN}}}"#),
    ];
    for accept in ["application/problem+json", "application/json", "text/plain"] {
        let headers = [("Authorization", &*bearer), ("Accept", accept), ("Content-Type", "application/json")];
        let posted = bodies.iter().map(|body| ("POST", "/orders".to_owned(), body.as_str()));
        let others = [
            ("GET", format!("/nothing?token={TOKEN}&password={PASSWORD}"), ""),
            ("GET", format!("/orders/9?api_key={API_KEY}"), ""),
            ("DELETE", format!("/orders?token={TOKEN}"), ""),
            ("GET", "/revenue".to_owned(), ""),
        ];
        for (method, path, body) in posted.chain(others) {
            let answer = call(&server, method, &path, &headers, body);
            assert!(answer.status.as_u16() >= 400, "{method} {path} {body}");
            assert_no_secret(&format!("{method} {path} {body}"), &format!("{:?}\n{}", answer.headers, answer.body));
        }
    }
    assert_no_secret("the log", &server.log());
}
