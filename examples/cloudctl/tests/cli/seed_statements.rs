//! Tests the error documentation of Verda CLI: formats, the priority of classification rules, and agent actions. The
//! module `seed` tests the table of codes.

use crate::ADMIN;
use crate::api::login_fails;
use crate::canned;
use crate::sandbox::{Sandbox, assert_failure};
use serde_json::{Value, json};

/// Returns standard error of a login at an endpoint that always sends this response.
fn refused_login(status: &str, body: &str) -> String {
    let sandbox = Sandbox::new(&[]);
    let mut command = sandbox.command(&["--agent", "auth", "login", "--user", "admin"]);
    command.env("CLOUDCTL_ENDPOINT", canned::json(status, "", body)).env("CLOUDCTL_PASSWORD", "hunter2");
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

/// Returns the entries of `errors list`, including codes of the library.
fn listed(sandbox: &Sandbox) -> Vec<Value> {
    sandbox.succeeds(&["errors", "list", "--all"])["errors"].as_array().unwrap().clone()
}

#[test]
fn the_documented_envelopes_are_written_byte_for_byte() {
    for (status, body, expected) in [
        (
            "500 Internal Server Error",
            r#"{"message": "internal server error"}"#,
            r#"{"error":{"code":"API_ERROR","message":"API error 500: internal server error","details":{"status":500}}}"#,
        ),
        ("404 Not Found", "", r#"{"error":{"code":"NOT_FOUND","message":"not found","details":{"status":404}}}"#),
        (
            "402 Payment Required",
            r#"{"message": "insufficient balance"}"#,
            r#"{"error":{"code":"INSUFFICIENT_BALANCE","message":"insufficient balance","details":{"status":402}}}"#,
        ),
        (
            "422 Unprocessable Entity",
            r#"{"message": "invalid", "field": "hostname", "reason": "too long"}"#,
            r#"{"error":{"code":"VALIDATION_ERROR","message":"invalid value for hostname: too long","details":{"field":"hostname","reason":"too long"}}}"#,
        ),
    ] {
        assert_eq!(refused_login(status, body), format!("{expected}\n"));
    }
}

#[test]
fn every_code_is_in_upper_snake_case() {
    let listed = listed(&Sandbox::new(&[]));
    for code in listed.iter().map(|entry| entry["code"].as_str().unwrap()) {
        let is_valid = |character: char| character.is_ascii_uppercase() || character.is_ascii_digit();
        assert!(code.split('_').all(|part| !part.is_empty() && part.chars().all(is_valid)), "{code}");
    }
    assert!(listed.len() > 30, "{}", listed.len());
}

/// The codes of the library use exit codes from another table. `main` maps those that collide to 1.
#[test]
fn each_documented_exit_code_has_a_single_meaning() {
    let listed = listed(&Sandbox::new(&[]));
    let with_exit = |exit: u64| -> Vec<&str> {
        let entries = listed.iter().filter(|entry| entry["exit_code"] == exit);
        entries.map(|entry| entry["code"].as_str().unwrap()).collect()
    };
    assert_eq!(with_exit(3), ["AUTH_ERROR", "TOKEN_FILE_INVALID"]);
    assert_eq!(with_exit(6), ["INSUFFICIENT_BALANCE"]);
    assert!(with_exit(4).iter().all(|code| code.starts_with("API_") || API.contains(code)), "{:?}", with_exit(4));
    assert!(with_exit(5).iter().all(|code| MISSING.contains(code)), "{:?}", with_exit(5));
    assert!(with_exit(1).contains(&"INTERRUPTED"), "3 means that the login is missing");
    assert!(listed.iter().all(|entry| matches!(entry["exit_code"].as_u64(), Some(1..=6 | 70 | 74))));
}

const API: [&str; 3] = ["CONFLICT", "MALFORMED_RESPONSE", "RATE_LIMITED"];
const MISSING: [&str; 3] = ["NOT_FOUND", "NO_INSTANCES", "UNKNOWN_ERROR_CODE"];

#[test]
fn the_advice_of_each_code_is_the_documented_action() {
    let listed = listed(&Sandbox::new(&[]));
    for (code, action) in [
        ("MISSING_REQUIRED_FLAGS", "call again with all of them"),
        ("CONFIRMATION_REQUIRED", "Ask the user for confirmation, then call again with "),
        ("INTERACTIVE_PROMPT_BLOCKED", "Pass the answer as "),
        ("AUTH_ERROR", "`cloudctl auth login"),
        ("API_ERROR", "Try again later; if the error persists, report the message"),
        ("NOT_FOUND", "List all instances with `cloudctl instances list`"),
        ("INSUFFICIENT_BALANCE", "Check the balance with `cloudctl balance`; only the account owner can add funds"),
        ("VALIDATION_ERROR", "Correct the value of `{field}`, then try again"),
        ("ERROR", "Follow the message"),
    ] {
        let declared: Vec<&Value> = listed.iter().filter(|entry| entry["code"] == code).collect();
        assert!(declared.iter().any(|entry| entry["suggestion"].as_str().unwrap().contains(action)), "{declared:?}");
    }
}

#[test]
fn a_call_with_all_the_missing_flags_succeeds() {
    let sandbox = Sandbox::admin();
    let output = sandbox.run(&["--agent", "instances", "create"]);
    let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
    let missing = envelope["error"]["details"]["missing"].as_array().unwrap().clone();
    let value_of = |flag: &Value| match flag.as_str().unwrap() {
        "--instance-type" => "1V100.6V",
        "--os" => "debian-13",
        "--hostname" => "builder",
        other => panic!("{other}"),
    };
    let flags = missing.iter().flat_map(|flag| [flag.as_str().unwrap(), value_of(flag)]);
    let call: Vec<&str> = ["instances", "create"].into_iter().chain(flags).collect();
    assert_eq!(sandbox.succeeds(&call)["hostname"], "builder");
}

#[test]
fn missing_flags_always_have_the_same_shape() {
    let sandbox = Sandbox::admin();
    for (arguments, missing) in [
        (&["auth", "login"][..], "--user"),
        (&["errors", "explain"], "<CODE>"),
        (&["errors", "explain", "--output=json"], "<CODE>"),
    ] {
        let output = sandbox.run(&[arguments, &["--agent"]].concat());
        let message = assert_failure(&output, "MISSING_REQUIRED_FLAGS", 2, &json!({"missing": [missing]}));
        assert_eq!(message, "required flags not provided");
    }
}

#[test]
fn invalid_values_always_have_the_same_shape() {
    let sandbox = Sandbox::admin();
    let number = "it is not a whole number from 0 to 65535";
    for (arguments, field, reason) in [
        (&["balance", "--timeout", "soon"][..], "timeout", Some("not a number of seconds from 0.001 to 3600")),
        (&["serve", "--port", "http"], "port", Some(number)),
        (&["instances", "get", ""], "instance", Some("a value is required")),
        (&["errors", "list", "--exit", "none"], "exit", None),
    ] {
        let output = sandbox.run(&[arguments, &["--agent"]].concat());
        let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
        let found = envelope["error"]["details"]["reason"].as_str().unwrap();
        assert!(reason.is_none_or(|reason| reason == found), "{envelope}");
        let details = json!({"field": field, "reason": found});
        let message = assert_failure(&output, "VALIDATION_ERROR", 2, &details);
        assert_eq!(message, format!("invalid value for {field}: {found}"));
    }
}

#[test]
fn a_confirmed_action_is_performed() {
    let sandbox = Sandbox::admin();
    for (action, name) in [("shutdown", "inst-1"), ("delete", "inst-2")] {
        sandbox.fails(&["instances", action, name], "CONFIRMATION_REQUIRED", 2, &json!({"action": action}));
        assert_eq!(sandbox.succeeds(&["instances", action, name, "--yes"])["id"], name);
    }
}

/// The instance doesn't exist, but the API isn't called.
#[test]
fn confirmation_is_required_before_any_call() {
    let sandbox = Sandbox::admin();
    sandbox.fails(&["instances", "delete", "inst-9"], "CONFIRMATION_REQUIRED", 2, &json!({"action": "delete"}));
}

#[test]
fn a_misspelled_hostname_is_reported_with_the_nearest() {
    let sandbox = Sandbox::admin();
    let details =
        |id: &str, nearest: &[&str]| json!({"status": 404, "resource": "instance", "id": id, "nearest": nearest});
    for (action, flags) in [("get", &[][..]), ("delete", &["--yes"]), ("shutdown", &["--yes"])] {
        let call = [&["instances", action, "gpu-runer"], flags].concat();
        sandbox.fails(&call, "NOT_FOUND", 5, &details("gpu-runer", &["gpu-runner"]));
    }
    sandbox.fails(&["instances", "get", "archived"], "NOT_FOUND", 5, &details("archived", &["archive"]));
    assert_eq!(sandbox.succeeds(&["instances", "get", "archive"])["id"], "inst-2");
}

#[test]
fn the_status_takes_precedence_over_the_message() {
    for (status, code, exit, details) in [
        ("500 Internal Server Error", "API_ERROR", 4, json!({"status": 500})),
        ("418 I'm a teapot", "API_ERROR", 4, json!({"status": 418})),
        ("404 Not Found", "NOT_FOUND", 5, json!({"status": 404})),
        ("402 Payment Required", "INSUFFICIENT_BALANCE", 6, json!({"status": 402})),
        ("401 Unauthorized", "AUTH_ERROR", 3, json!({"status": 401})),
        ("403 Forbidden", "AUTH_ERROR", 3, json!({"status": 403})),
    ] {
        for words in ["no credentials configured", "unauthorized", "token expired", "insufficient balance"] {
            let endpoint = canned::json(status, "", &json!({"message": words}).to_string());
            let message = login_fails(&endpoint, &[], code, exit, &details);
            assert!(message.contains(words), "{message}");
        }
    }
}

#[test]
fn a_validation_error_takes_precedence_over_its_message() {
    let body = json!({"message": "unauthorized", "field": "user", "reason": "token expired"});
    let endpoint = canned::json("422 Unprocessable Entity", "", &body.to_string());
    login_fails(&endpoint, &[], "VALIDATION_ERROR", 2, &json!({"field": "user", "reason": "token expired"}));
}

/// An error from a command itself isn't classified again, whatever its text contains.
#[test]
fn an_error_of_a_command_keeps_its_code() {
    let sandbox = Sandbox::admin();
    let name = "token expired: unauthorized";
    sandbox.fails(
        &["instances", "get", name],
        "NOT_FOUND",
        5,
        &json!({"status": 404, "resource": "instance", "id": name}),
    );
}

#[test]
fn the_message_says_how_to_log_in() {
    let sandbox = Sandbox::new(&[]);
    let output = sandbox.run(&["--agent", "balance"]);
    let message = assert_failure(&output, "AUTH_ERROR", 3, &json!({"status": 401}));
    assert!(message.contains("\n\nRun `cloudctl auth login` "), "{message}");
    sandbox.log_in(ADMIN);
    sandbox.succeeds(&["balance"]);
}
