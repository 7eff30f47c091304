//! Secrets in the command lines of the programs that are scored, and in what these write.

use crate::secrets::{API_KEY, Case, PASSWORD, TOKEN, assert_hidden};

#[test]
fn no_secret_is_shown() {
    let prose = format!("echo 'wrong password' >&2; echo '{{\"password\":\"{PASSWORD}\"}}'; exit 1");
    let coded =
        format!("echo '{{\"error\":{{\"code\":\"X\",\"message\":\"bad {TOKEN}\",\"token\":\"{TOKEN}\"}}}}'; exit 1");
    assert_hidden(
        env!("CARGO_BIN_EXE_agent-error"),
        &[
            Case::new("points", &["score", "--", "sh", "tool", "login", "--password", PASSWORD])
                .file("tool", "echo no >&2; exit 1"),
            Case::new("points", &["score", "--", "sh", "tool", &format!("--token={TOKEN}")])
                .file("tool", "echo no >&2; exit 1"),
            Case::new(
                "points",
                &["score", "--no-list", "--case", &format!("--api-key '{API_KEY}'"), "--", "sh", "tool"],
            )
            .file("tool", "echo no >&2; exit 1"),
            Case::new("points", &["score", "--", "sh", "tool"]).file("tool", prose),
            Case::new("points", &["score", "--", "sh", "tool"]).file("tool", coded),
            Case::new("SCORE_TOO_LOW", &["score", "--min", "3", "--", "sh", "tool", "--password", PASSWORD])
                .file("tool", "echo no >&2; exit 1"),
            Case::new("CALL_SUCCEEDED", &["score", "--", "true", "--password", PASSWORD]),
            Case::new("CALL_TIMED_OUT", &["score", "--timeout", "100ms", "--", "sh", "tool", "--api-key", API_KEY])
                .file("tool", "sleep 5"),
            Case::new(
                "ARGS_QUOTES_UNBALANCED",
                &["score", "--case", &format!("login --password '{PASSWORD}"), "--", "true"],
            ),
            Case::new("UNKNOWN_FLAG", &["score", "--password", PASSWORD, "--", "true"]),
            Case::new("PROGRAM_NOT_SEPARATED", &["score", API_KEY]),
        ],
    );
}
