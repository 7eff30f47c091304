//! Secrets in the errors that are converted, and in what is not an error.

use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden};
use agent_error::Format;
use serde_json::json;

/// What other programs put into their errors, as they were sent it.
fn errors() -> Vec<String> {
    let echo = json!({"user": "eve", "password": PASSWORD, "card": {"card_number": CARD}});
    [
        json!({"error": {"code": "X", "message": format!("bad token {TOKEN}"), "token": TOKEN, "sent": echo}}),
        json!({"ok": false, "data": null, "warnings": [], "error": {
            "code": "X", "message": format!("wrong password {PASSWORD}"), "retryable": false, "context": echo,
        }}),
        json!({"error": {"code": "X", "message": "m", "details": {"request": echo, "api_key": API_KEY}}}),
        json!({"error": {"code": "X", "message": format!("no access with token={TOKEN} at https://eve:{PASSWORD}@db")}}),
        json!({"title": "t", "status": 400, "detail": format!("no such key: {API_KEY}"), "api_key": API_KEY}),
        json!({"error": true, "code": "X", "message": format!("{TOKEN} has expired"), "token": TOKEN}),
        json!({"detail": [{"loc": ["body", "password"], "msg": "too short", "input": PASSWORD}]}),
        json!({"message": "Validation Failed", "errors": [{"field": "api_key", "message": "bad", "value": API_KEY}]}),
    ]
    .map(|error| error.to_string())
    .into()
}

#[test]
fn no_secret_of_an_error_is_converted() {
    let program = env!("CARGO_BIN_EXE_agent-error");
    for format in Format::ALL {
        let of = |text: String| Case::new("", &["convert", "--to", format.as_str()]).stdin(text);
        assert_hidden(program, &errors().into_iter().map(of).collect::<Vec<_>>());
    }
    let lines = errors().join("\n");
    assert_hidden(program, &[Case::new("", &["convert", "--to", "human", "--lines"]).stdin(lines)]);
}

#[test]
fn no_secret_of_what_is_not_an_error_is_shown() {
    let convert = ["convert", "--to", "brief"];
    assert_hidden(
        env!("CARGO_BIN_EXE_agent-error"),
        &[
            Case::new("ERROR_FORMAT_UNKNOWN", &convert).stdin(json!({"password": PASSWORD}).to_string()),
            Case::new("ERROR_FORMAT_UNKNOWN", &convert).stdin(format!("password={PASSWORD}")),
            Case::new("ERROR_FORMAT_UNKNOWN", &convert).stdin(format!("postgres://eve:{PASSWORD}@db/shop")),
            Case::new("ERROR_TEXT_MALFORMED", &convert).stdin(format!(r#"{{"error":{{"token":"{TOKEN}","#)),
            Case::new("ERROR_TEXT_MALFORMED", &["convert", "--to", "brief", "--from", "flat"])
                .stdin(format!(r#"{{"error":true,"message":{{"password":"{PASSWORD}"}}}}"#)),
            Case::new("LINE_NOT_AN_ERROR", &["convert", "--to", "brief", "--lines"])
                .stdin(format!("Authorization: Bearer {TOKEN}\n{{\"api_key\": \"{API_KEY}\"}}\n")),
            Case::new("UNKNOWN_FLAG", &["convert", "--password", PASSWORD]),
            Case::new("UNKNOWN_COMMAND", &[API_KEY]),
        ],
    );
}
