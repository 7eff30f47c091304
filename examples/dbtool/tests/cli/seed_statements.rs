//! Tests the CLI agent specification (challenge 18), statement by statement.

use crate::connect::{HOST, listener};
use crate::tool::{Sandbox, envelope};
use crate::{filled, with_file};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Connects to a port without a listener, as in the specification's example.
fn refused(sandbox: &Sandbox) -> std::process::Output {
    let (listener, port) = listener();
    drop(listener);
    sandbox.run(&["connect", "--host", HOST, "--port", &port.to_string(), "--output", "json"])
}

/// Returns the entries of `errors list`, including codes of the library.
fn listed(flags: &[&str]) -> Vec<Value> {
    let (data, _) = Sandbox::new().succeeds(&[&["errors", "list", "--output", "json"], flags].concat());
    data["errors"].as_array().unwrap().clone()
}

fn codes(listed: &[Value]) -> BTreeSet<&str> {
    listed.iter().map(|entry| entry["code"].as_str().unwrap()).collect()
}

#[test]
fn a_failed_connection_has_all_members_of_the_documented_error() {
    let error = envelope(&refused(&Sandbox::new()))["error"].clone();
    for member in ["code", "message", "cause", "suggestion", "docs_url"] {
        assert!(error[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {error}");
    }
    let names: Vec<&String> = error["context"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["host", "port", "timeout_ms"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_cause_has_the_symbolic_name_of_the_system() {
    let error = envelope(&refused(&Sandbox::new()))["error"].clone();
    assert_eq!(error["cause"], "Connection refused (ECONNREFUSED, os error 111)");
}

#[test]
fn codes_consist_of_domain_noun_and_condition() {
    let listed = listed(&["--all"]);
    let own = listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("dbtool::"));
    let own: Vec<&str> = own.map(|entry| entry["code"].as_str().unwrap()).collect();
    assert!(own.len() > 25, "{own:?}");
    for code in own {
        let parts: Vec<&str> = code.split('_').collect();
        assert!(parts.len() >= 3 && ["CONFIG", "CSV", "DB", "FILE"].contains(&parts[0]), "{code}");
        assert!(parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase())), "{code}");
    }
}

#[test]
fn every_code_has_a_message_a_suggestion_and_a_docs_url() {
    for entry in listed(&["--all"]) {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://dbtool.example.com/errors/{code}"));
        for member in ["summary", "suggestion"] {
            assert!(entry[member].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {member}");
        }
    }
}

#[test]
fn errors_list_enumerates_all_codes_as_json() {
    let (lean, full) = (listed(&[]), listed(&["--all"]));
    assert_eq!(codes(&lean), codes(&full));
    for code in ["DB_CONNECTION_REFUSED", "CONFIG_VALUE_INVALID", "UNKNOWN_FLAG", "INTERNAL"] {
        assert!(codes(&lean).contains(code), "{code}");
    }
    for code in codes(&lean) {
        let (explained, _) = Sandbox::new().succeeds(&["errors", "explain", code, "--output", "json"]);
        assert_eq!(explained["code"], code);
    }
}

/// The evaluation step of the specification: pass an invalid argument, and look for a code, a message and a suggestion.
#[test]
fn an_invalid_argument_is_an_error_on_standard_output() {
    let sandbox = Sandbox::new();
    for arguments in [&["connect", "--host", "a", "--port", "none"][..], &["status", "--none"], &["none"]] {
        let output = sandbox.run(arguments);
        let envelope = envelope(&output);
        assert_eq!((&envelope["ok"], output.stderr.is_empty()), (&json!(false), true));
        for member in ["code", "message", "suggestion"] {
            assert!(envelope["error"][member].is_string(), "{member}: {envelope}");
        }
    }
}

#[test]
fn a_backtrace_is_never_on_standard_output() {
    let sandbox = with_file("in.csv", "sku,name,count\nA-1,Bolt,N/A\n");
    for (arguments, code) in
        [(["process", "in.csv"], "CSV_NUMBER_INVALID"), (["validate", "in.csv"], "CONFIG_SYNTAX_INVALID")]
    {
        let output = sandbox.command(&arguments).env("RUST_BACKTRACE", "full").output().unwrap();
        assert_eq!(envelope(&output)["error"]["code"], code);
    }
}

/// According to the specification, an agent must be able to tell DNS failures, rejected connections and timeouts apart.
#[test]
fn the_causes_of_a_failed_connection_have_different_codes() {
    let codes = codes_of("connect");
    for code in ["DB_CONNECTION_REFUSED", "DB_CONNECTION_TIMEOUT", "DB_HOST_UNRESOLVED", "DB_HOST_UNREACHABLE"] {
        assert!(codes.contains(code), "{codes:?}");
    }
}

fn codes_of(command: &str) -> BTreeSet<String> {
    let listed = listed(&["--command", command]);
    codes(&listed).into_iter().map(str::to_owned).collect()
}

#[test]
fn an_error_in_a_file_gives_the_line_the_field_and_the_fix() {
    let sandbox = with_file("config.toml", "host = 'db'\nport = 0\n");
    let error = envelope(&sandbox.run(&["validate", "config.toml"]))["error"].clone();
    assert_eq!((&error["context"]["line"], &error["context"]["field"]), (&json!(2), &json!("port")));
    assert_eq!(error["suggestion"], "Use an integer from 1 to 65535 in line 2");
}

#[test]
fn a_violated_constraint_needs_no_knowledge_of_sql() {
    let error = envelope(&filled().run(&["process", "items.csv"]))["error"].clone();
    assert_eq!((&error["context"]["column"], &error["context"]["value"]), (&json!("sku"), &json!("A-1")));
    let advice = [&error["message"], &error["suggestion"]].map(|text| text.as_str().unwrap());
    for word in ["SQLSTATE", "constraint", "1062", "PRIMARY"] {
        assert!(advice.iter().all(|text| !text.contains(word)), "{advice:?}");
    }
}

/// The client in the specification reads standard output and branches on the code. It has fallbacks for prose, which
/// aren't needed here.
#[test]
fn a_client_needs_only_the_code_and_the_suggestion() {
    let output = refused(&Sandbox::new());
    assert!(output.stderr.is_empty() && output.status.code() != Some(0), "{output:?}");
    let parsed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(parsed["ok"], false);
    let error = &parsed["error"];
    let decision = match error["code"].as_str().unwrap() {
        "DB_CONNECTION_REFUSED" => format!("Connection failed: {}", error["suggestion"].as_str().unwrap()),
        other => panic!("{other}"),
    };
    assert_eq!(
        decision,
        format!("Connection failed: Start the server on {HOST}, or pass the correct port with `--port`")
    );
}

#[test]
fn a_command_from_a_suggestion_fixes_the_cause() {
    Sandbox::new().tool(&["status"]).fails("DB_FILE_MISSING").follow_fix();
}
