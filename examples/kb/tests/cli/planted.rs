//! Secrets in flags, files and tool arguments never appear in output.

use crate::client::Client;
use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden, assert_no_secret};
use crate::tool::Sandbox;
use serde_json::json;

#[test]
fn secrets_in_commands_are_hidden() {
    let sandbox = Sandbox::new();
    let database = sandbox.path("kb.db").display().to_string();
    let import =
        |line: String| Case::new("validation_failed", &["import", "--tier", "admin", "entries"]).file("entries", line);
    let metadata = |text: &str| Case::new("validation_failed", &["add", "--title", "A", "--metadata", text]);
    assert_hidden(
        env!("CARGO_BIN_EXE_kb"),
        &[
            Case::new("UNKNOWN_FLAG", &["list", "--password", PASSWORD]),
            Case::new("UNKNOWN_FLAG", &["list", &format!("--token={TOKEN}")]),
            Case::new("UNEXPECTED_ARGUMENT", &["list", API_KEY]),
            Case::new("INVALID_FLAG_VALUE", &["list", "--limit", &format!("http://eve:{PASSWORD}@kb")]),
            metadata(&format!(r#"{{"password":"{PASSWORD}""#)),
            metadata(&format!(r#"{{"password":{PASSWORD}}}"#)),
            import(format!(r#"{{"title":"A","token":"{TOKEN}"}}"#)),
            import(format!(r#"{{"title":{{"password":"{PASSWORD}"}}}}"#)),
            import(format!(r#"{{"title":{CARD}}}"#)),
            import(format!(
                r#"{{"title":"A","metadata":{{"api_key":"{API_KEY}"}},"status":"proposed","type":"backlog_item"}}"#
            )),
        ]
        .map(|case| case.variable("KB_DB", database.as_str())),
    );
}

#[test]
fn secrets_in_calls_are_hidden() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "write");
    for (tool, arguments) in [
        ("kb_get", json!({"id": "parser", "password": PASSWORD})),
        ("kb_get", json!({"id": {"token": TOKEN}})),
        ("kb_get", json!({"password": PASSWORD})),
        ("kb_list", json!({"limit": 0, "api_key": API_KEY})),
        ("kb_search", json!({"query": "", "card_number": CARD})),
        ("kb_add", json!({"title": "A", "password": PASSWORD})),
        ("kb_add", json!({"title": "A", "tags": [{"token": TOKEN}]})),
        (
            "kb_add",
            json!({"title": "A", "metadata": {"password": {"old": PASSWORD}}, "status": "proposed", "type": "backlog_item"}),
        ),
        ("kb_add", json!({"title": "A", "metadata": {"password": PASSWORD, "status": "odd"}, "type": "backlog_item"})),
        ("kb_update", json!({"id": "parser", "if_version": 1, "metadata": [{"api_key": API_KEY}]})),
        ("kb_burn", json!({"token": TOKEN})),
        ("errors_explain", json!({"code": "x", "token": TOKEN})),
    ] {
        let answer = client.call(tool, &arguments);
        assert!(answer.is_error, "{tool} {arguments}: {answer:?}");
        assert_no_secret(&format!("{tool} {arguments}"), &answer.value.to_string());
    }
}
