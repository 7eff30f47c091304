//! Tests every row of the table in the API's documentation: its code, exit code and details.

use crate::sandbox::{Sandbox, assert_failure};
use crate::{ADMIN, READER, canned};
use serde_json::{Value, json};

const NEW: [&str; 8] =
    ["instances", "create", "--instance-type", "1V100.6V", "--os", "ubuntu-24.04", "--hostname", "builder"];

/// Returns [`NEW`] with another value for a flag.
fn new_with(flag: &str, value: &'static str) -> [&'static str; 8] {
    let mut arguments = NEW;
    let index = NEW.iter().position(|argument| *argument == flag).unwrap();
    arguments[index + 1] = value;
    arguments
}

#[test]
fn all_missing_required_flags_are_listed() {
    let sandbox = Sandbox::admin();
    let fails = |arguments: &[&str], details: Value| {
        let message = sandbox.fails(arguments, "MISSING_REQUIRED_FLAGS", 2, &details);
        assert_eq!(message, "required flags not provided");
    };
    let types = "cloudctl types list";
    let all = json!({"--instance-type": types, "--os": "cloudctl images list"});
    fails(&["instances", "create"], json!({"missing": ["--instance-type", "--os", "--hostname"], "values_from": all}));
    fails(
        &["instances", "create", "--os", "debian-13"],
        json!({"missing": ["--instance-type", "--hostname"], "values_from": {"--instance-type": types}}),
    );
    fails(&["auth", "login"], json!({"missing": ["--user"]}));
}

#[test]
fn a_destructive_action_without_yes_is_not_performed() {
    let sandbox = Sandbox::admin();
    for action in ["delete", "shutdown"] {
        let message =
            sandbox.fails(&["instances", action, "inst-1"], "CONFIRMATION_REQUIRED", 2, &json!({"action": action}));
        assert_eq!(message, format!("destructive action \"{action}\" requires --yes in agent mode"));
    }
    assert_eq!(sandbox.succeeds(&["instances", "get", "inst-1"])["status"], "running");
}

/// The labels from which people choose an instance.
const LABELS: [&str; 2] =
    ["gpu-runner ● running 1V100.6V FIN-01 203.0.113.10", "archive ● offline CPU.4V.16G FIN-01 203.0.113.11"];

/// Formats without context list the choices in the detail.
#[test]
fn every_format_shows_choices_with_labels() {
    let sandbox = Sandbox::admin();
    let listed = format!("the choices are `inst-1` ({}), `inst-2` ({})", LABELS[0], LABELS[1]);
    for format in ["human", "json", "flat", "xml", "tagged", "problem", "brief"] {
        let output = sandbox.run(&["instances", "get", "--output", format]);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap().replace("\n    ", " ");
        assert!(text.contains(&listed), "{format}: {text}");
    }
}

#[test]
fn a_blocked_prompt_lists_its_choices() {
    let sandbox = Sandbox::admin();
    let details = json!({
        "prompt_type": "select",
        "prompt": "Select instance (type to filter)",
        "choices": ["inst-1", "inst-2"],
        "labels": LABELS,
    });
    for arguments in [&["instances", "get"][..], &["instances", "delete"], &["instances", "shutdown", "--yes"]] {
        let message = sandbox.fails(arguments, "INTERACTIVE_PROMPT_BLOCKED", 2, &details);
        assert_eq!(message, "select prompt not available in agent mode");
    }
}

#[test]
fn every_choice_is_a_valid_argument() {
    let sandbox = Sandbox::admin();
    let output = sandbox.run(&["--agent", "instances", "get"]);
    let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
    let choices = envelope["error"]["details"]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 2);
    for choice in choices {
        assert_eq!(sandbox.succeeds(&["instances", "get", choice.as_str().unwrap()])["id"], *choice);
    }
}

#[test]
fn agent_mode_never_prompts_for_a_password() {
    let details = json!({"prompt_type": "password", "prompt": "Password", "choices": null});
    let sandbox = Sandbox::new(&[]);
    let message = sandbox.fails(&["auth", "login", "--user", "admin"], "INTERACTIVE_PROMPT_BLOCKED", 2, &details);
    assert_eq!(message, "password prompt not available in agent mode");
}

#[test]
fn a_call_without_a_login_is_rejected() {
    let sandbox = Sandbox::new(&[]);
    for arguments in [&["balance"][..], &["instances", "list"], &NEW, &["instances", "delete", "inst-1", "--yes"]] {
        let message = sandbox.fails(arguments, "AUTH_ERROR", 3, &json!({"status": 401}));
        assert_eq!(message, "no credentials configured\n\nRun `cloudctl auth login` to set up your credentials");
    }
}

#[test]
fn an_expired_token_is_rejected() {
    let sandbox = Sandbox::of(ADMIN, &["--token-lifetime", "0"]);
    let message = sandbox.fails(&["balance"], "AUTH_ERROR", 3, &json!({"status": 401}));
    assert_eq!(message, "token expired\n\nRun `cloudctl auth login` to log in again");
}

#[test]
fn a_reader_cannot_change_anything() {
    let sandbox = Sandbox::of(READER, &[]);
    let message = sandbox.fails(&NEW, "AUTH_ERROR", 3, &json!({"status": 403}));
    assert_eq!(message, "the user reader may only read\n\nRun `cloudctl auth login` as a user who may do this");
    sandbox.fails(&["instances", "delete", "inst-1", "--yes"], "AUTH_ERROR", 3, &json!({"status": 403}));
    assert_eq!(sandbox.succeeds(&["instances", "list"])["instances"].as_array().unwrap().len(), 2);
}

#[test]
fn an_api_failure_is_reported_with_its_status() {
    let sandbox = Sandbox::admin();
    let message = sandbox.fails(&["instances", "get", "inst-500"], "API_ERROR", 4, &json!({"status": 500}));
    assert_eq!(message, "API error 500: internal server error");
    let message = sandbox.fails(&["instances", "get", "inst-418"], "API_ERROR", 4, &json!({"status": 418}));
    assert_eq!(message, "API error 418: i'm a teapot");
}

#[test]
fn an_api_failure_is_not_marked_retryable() {
    let sandbox = Sandbox::admin();
    let change = "Change the call as described in the message; the same call will fail again";
    let later = "Try again later; if the error persists, report the message to the API's operator";
    for (name, expected) in
        [("inst-400", change), ("inst-418", change), ("inst-422", change), ("inst-500", later), ("inst-503", later)]
    {
        let envelope: Value = serde_json::from_slice(&sandbox.run(&["instances", "get", name]).stdout).unwrap();
        let error = &envelope["error"];
        assert_eq!((&error["code"], &error["retryable"]), (&json!("API_ERROR"), &json!(false)), "{name}");
        assert!(error["retry_after_ms"].is_null() && !error.to_string().contains("exponential"), "{error}");
        assert_eq!(error["suggestion"], expected, "the status is known, so only its advice is given");
    }
}

#[test]
fn a_missing_resource_is_reported_with_its_status_and_its_id_if_known() {
    let sandbox = Sandbox::admin();
    let endpoint = format!("{}/nope", sandbox.server.endpoint);
    let login = sandbox.command(&["--endpoint", &endpoint, "--agent", "auth", "login", "--user", "admin"]);
    let output = { login }.env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    assert_eq!(assert_failure(&output, "NOT_FOUND", 5, &json!({"status": 404})), "not found");
    for (action, flags) in [("get", &[][..]), ("delete", &["--yes"]), ("shutdown", &["--yes"])] {
        let arguments = [&["instances", action, "inst-9"], flags].concat();
        let details = json!({"status": 404, "resource": "instance", "id": "inst-9"});
        assert_eq!(sandbox.fails(&arguments, "NOT_FOUND", 5, &details), "instance inst-9 does not exist");
    }
}

#[test]
fn an_insufficient_balance_is_reported() {
    let sandbox = Sandbox::of(ADMIN, &["--balance", "13"]);
    let details = json!({"status": 402, "price_cents": 14, "balance_cents": 13, "currency": "EUR"});
    let message = sandbox.fails(&NEW, "INSUFFICIENT_BALANCE", 6, &details);
    assert_eq!(message, "insufficient balance: the price is 0.14 EUR, the balance 0.13 EUR");
    assert_eq!(sandbox.succeeds(&["balance"]), json!({"balance_cents": 13, "currency": "EUR"}));
}

#[test]
fn an_invalid_value_is_reported_with_field_and_reason() {
    const TOO_LONG: &str = "a-name-of-sixty-four-characters-is-longer-than-any-label-in-dns1";
    let sandbox = Sandbox::admin();
    let details = json!({"field": "hostname", "reason": "too long"});
    let message = sandbox.fails(&new_with("--hostname", TOO_LONG), "VALIDATION_ERROR", 2, &details);
    assert_eq!(message, "invalid value for hostname: too long");
    let reason = "not one of ubuntu-24.04, ubuntu-24.04-cuda, debian-13";
    let details = json!({"field": "os", "reason": reason});
    sandbox.fails(&new_with("--os", "windows"), "VALIDATION_ERROR", 2, &details);
}

#[test]
fn an_unexpected_failure_has_no_details() {
    let sandbox = Sandbox::admin();
    let proxy = canned::json("403 Forbidden", "", "");
    let mut command = sandbox.command(&["--agent", "balance"]);
    let output = command.env("HTTP_PROXY", proxy).output().unwrap();
    let message = assert_failure(&output, "ERROR", 1, &Value::Null);
    assert!(message.starts_with("unexpected: CONNECT proxy failed: "), "{message}");
}
