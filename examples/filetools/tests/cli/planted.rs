//! Secrets in commands, arguments and session calls never appear in output. File contents and command output are shown
//! unchanged, because the caller asked for them.

use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden};
use serde_json::json;

#[test]
fn secrets_in_calls_are_hidden() {
    let edit = ["edit", "notes", "--old", "absent", "--new", PASSWORD];
    assert_hidden(
        env!("CARGO_BIN_EXE_filetools"),
        &[
            Case::new("EXIT_NONZERO", &["run", "--", "false", "--password", PASSWORD]),
            Case::new("EXIT_NONZERO", &["run", "--", "false", &format!("--token={TOKEN}")]),
            Case::new("EXIT_NONZERO", &["run", "--", "env", &format!("API_KEY={API_KEY}"), "false"]),
            Case::new("EXIT_NONZERO", &["run", "--", "false", "-H", &format!("Authorization: Bearer {TOKEN}")]),
            Case::new("EXIT_NONZERO", &["run", "--", "false", &format!("https://eve:{PASSWORD}@example.com/")]),
            Case::new("TIMEOUT", &["run", "--timeout-ms", "50", "--", "sh", "-c", "sleep 9", "--password", PASSWORD]),
            Case::new("NOT_UNIQUE", &edit).file("notes", format!("card: {CARD}\npassword: {PASSWORD}\n")),
            Case::new("FILE_TOO_LARGE", &["read", "notes", "--max-bytes", "5"]).file("notes", format!("{API_KEY}\n")),
            Case::new("INVALID_ARGS", &["write", "--content", PASSWORD, "notes/x/y"]).file("notes", ""),
            Case::new("UNKNOWN_FLAG", &["read", "notes", "--token", TOKEN]),
            Case::new("odd", &["explain-error", &format!("odd token={TOKEN} {{\"api_key\": \"{API_KEY}\"}}")]),
            Case::new("AUTH_INVALID_KEY", &["explain-error", &format!("Incorrect API key provided: {API_KEY}.")]),
            Case::new("INVALID_ARGS", &["run", "--timeout-ms", &format!("http://eve:{PASSWORD}@h"), "--", "true"]),
        ],
    );
}

#[test]
fn secrets_in_sessions_are_hidden() {
    let line = |tool: &str, args| json!({"id": 1, "tool": tool, "args": args}).to_string();
    let session = |code, line: String| Case::new(code, &["session"]).stdin(line + "\n");
    assert_hidden(
        env!("CARGO_BIN_EXE_filetools"),
        &[
            session("EXIT_NONZERO", line("run", json!({"command": ["false", "--password", PASSWORD]}))),
            session("INVALID_ARGS", line("read", json!({"path": "a", "password": PASSWORD}))),
            session("INVALID_ARGS", line("read", json!({"path": {"token": TOKEN}}))),
            session("INVALID_ARGS", line("burn", json!({"api_key": API_KEY}))),
            session("INVALID_ARGS", format!(r#"{{"tool":"read","args":{{"path":"a"}},"token":"{TOKEN}"}}"#)),
            session("INVALID_ARGS", format!(r#"{{"tool":"read","args":{{"password":"{PASSWORD}"#)),
        ],
    );
}
