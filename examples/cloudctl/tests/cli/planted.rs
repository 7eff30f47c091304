//! Secrets in flags, environment variables, the token file and server responses never appear in output.

use crate::canned;
use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden};

#[test]
fn secrets_on_the_command_line_are_hidden() {
    assert_hidden(
        env!("CARGO_BIN_EXE_cloudctl"),
        &[
            Case::new("UNKNOWN_FLAG", &["auth", "login", "--user", "admin", "--password", PASSWORD]),
            Case::new("UNKNOWN_FLAG", &["balance", &format!("--api-key={API_KEY}")]),
            Case::new("UNEXPECTED_ARGUMENT", &["balance", API_KEY]),
            Case::new("VALIDATION_ERROR", &["balance", "--endpoint", &format!("http://admin:{PASSWORD}@localhost")]),
            Case::new("VALIDATION_ERROR", &["balance"])
                .variable("CLOUDCTL_ENDPOINT", format!("https://{TOKEN}@localhost")),
            Case::new("VALIDATION_ERROR", &["balance", "--timeout", &format!("http://eve:{PASSWORD}@h")]),
            Case::new("TOKEN_FILE_INVALID", &["balance", "--token-file", "token"])
                .file("token", format!("{{\"endpoint\": 1, \"token\": \"{TOKEN}\"}}")),
            Case::new("TOKEN_FILE_FOREIGN", &["auth", "logout", "--token-file", "notes"])
                .file("notes", format!("password: {PASSWORD}\n")),
        ],
    );
}

/// The API or a proxy echoes what the client sent.
#[test]
fn secrets_in_responses_are_hidden() {
    let refused = |status: &str, body: String| canned::json(status, "", &body);
    let call = |code, endpoint: String| {
        let token_file = format!("{{\"endpoint\": \"{endpoint}\", \"token\": \"{TOKEN}\"}}");
        Case::new(code, &["balance", "--token-file", "token"])
            .variable("CLOUDCTL_ENDPOINT", endpoint)
            .file("token", token_file)
    };
    let login = |code, endpoint: String| {
        Case::new(code, &["auth", "login", "--user", "admin"])
            .variable("CLOUDCTL_ENDPOINT", endpoint)
            .variable("CLOUDCTL_PASSWORD", PASSWORD)
    };
    let echo =
        format!(r#"{{"message":"no user {PASSWORD}","resource":"{TOKEN}","field":"{TOKEN}","reason":"{TOKEN}"}}"#);
    let redirect = format!("Location: http://localhost/?token={TOKEN}\r\n");
    assert_hidden(
        env!("CARGO_BIN_EXE_cloudctl"),
        &[
            call("AUTH_ERROR", refused("401 Unauthorized", format!(r#"{{"message":"the token {TOKEN} is unknown"}}"#))),
            call("NOT_FOUND", refused("404 Not Found", echo.replace(PASSWORD, "x"))),
            call("VALIDATION_ERROR", refused("422 Unprocessable Entity", echo.replace(PASSWORD, "x"))),
            call("API_ERROR", refused("500 Oops", format!("<html>Authorization: Bearer {TOKEN}</html>"))),
            call("API_ERROR", canned::json("302 Found", &redirect, "")),
            call("MALFORMED_RESPONSE", refused("200 OK", format!(r#"{{"balance_cents":"{CARD}","token":"{TOKEN}"}}"#))),
            call("MALFORMED_RESPONSE", refused("200 OK", format!("token={TOKEN}"))),
            call("MALFORMED_RESPONSE", canned::answering(format!("HTTP/1.1 {TOKEN}\r\nX: {TOKEN}\r\n\r\n"))),
            login("AUTH_ERROR", refused("401 Unauthorized", echo.replace(TOKEN, "x"))),
            login("MALFORMED_RESPONSE", refused("200 OK", format!(r#"{{"token":{{"old":"{TOKEN}"}}}}"#))),
            login("API_ERROR", refused("500 Oops", format!(r#"{{"message":"cannot log in with {PASSWORD}"}}"#))),
        ],
    );
}
