//! Runs the sessions in `verda.md`, checks the examples in Verda's documentation, and follows advice. To update the
//! sessions, run `cargo overwrite -p cloudctl`.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::format::Stream;
use agent_error_testing::{Tool, assert_document_locked};
use agent_error_tooling::Document;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use tempfile::TempDir;

const CLOUDCTL: &str = env!("CARGO_BIN_EXE_cloudctl");

#[test]
fn the_sessions_show_the_real_output() {
    trycmd::TestCases::new().case("tests/*.md");
}

#[test]
fn codes_match_the_lock_file() {
    let run = Tool::new(CLOUDCTL).args(["errors", "catalog"]).run();
    assert_document_locked("errors.lock.json", &run.stdout());
}

/// The examples in Verda's documentation: the response of the API, the arguments, the exit code and the error. For the
/// differences, such as the name of the program and the values of a prompt, see `deviations.md`.
const DOCUMENTED: [(&str, &str, i32, &str); 9] = [
    (
        "",
        "instances create",
        2,
        r#"{"code":"MISSING_REQUIRED_FLAGS","message":"required flags not provided","details":{"missing":["--instance-type","--os","--hostname"]}}"#,
    ),
    (
        "",
        "instances delete inst-1",
        2,
        r#"{"code":"CONFIRMATION_REQUIRED","message":"destructive action \"delete\" requires --yes in agent mode","details":{"action":"delete"}}"#,
    ),
    (
        "",
        "instances get",
        2,
        r#"{"code":"INTERACTIVE_PROMPT_BLOCKED","message":"select prompt not available in agent mode","details":{"prompt_type":"select"}}"#,
    ),
    (
        "",
        "balance --token-file=none",
        3,
        r#"{"code":"AUTH_ERROR","message":"no credentials configured\n\nRun \"cloudctl auth login\" to set up your credentials","details":{"status":401}}"#,
    ),
    (
        "500 internal server error",
        "balance",
        4,
        r#"{"code":"API_ERROR","message":"API error 500: internal server error","details":{"status":500}}"#,
    ),
    ("404 not found", "balance", 5, r#"{"code":"NOT_FOUND","message":"not found","details":{"status":404}}"#),
    (
        "402 insufficient balance",
        "balance",
        6,
        r#"{"code":"INSUFFICIENT_BALANCE","message":"insufficient balance","details":{"status":402}}"#,
    ),
    (
        "",
        "instances create --instance-type=a --os=b --hostname=a-name-of-sixty-four-characters-is-longer-than-any-label-in-dns1",
        2,
        r#"{"code":"VALIDATION_ERROR","message":"invalid value for hostname: too long","details":{"field":"hostname","reason":"too long"}}"#,
    ),
    (
        "unexpected: connection refused",
        "balance",
        1,
        r#"{"code":"ERROR","message":"unexpected: connection refused","details":null}"#,
    ),
];

#[test]
fn the_documented_errors_are_on_standard_error() {
    let folder = logged_in();
    for (response, arguments, exit, documented) in DOCUMENTED {
        let call = tool(&folder, &format!("--agent {arguments}"));
        let call = if response.is_empty() { call } else { call.env("CLOUDCTL_RESPONSE", response) };
        let run = call.run();
        run.assert_exit(exit).assert_stream(Stream::Stderr);
        let [error, documented] = [&run.stderr(), documented].map(|json| serde_json::from_str::<Value>(json).unwrap());
        let error = &error["error"];
        assert_eq!((&error["code"], &error["message"]), (&documented["code"], &documented["message"]));
        for (name, value) in documented["details"].as_object().into_iter().flatten() {
            assert_eq!(error["details"][name], *value, "{name}");
        }
        assert_eq!(error["details"].is_null(), documented["details"].is_null());
    }
}

#[test]
fn the_advice_for_missing_credentials_helps() {
    let folder = tempfile::tempdir().unwrap();
    let balance = tool(&folder, "balance");
    balance.fails("AUTH_ERROR");
    tool(&folder, "auth login").stdin("t0k3n\n").run().assert_exit(0).assert_no_secret(["t0k3n"]);
    assert_eq!(fs::metadata(folder.path().join("cloudctl.token")).unwrap().permissions().mode() & 0o777, 0o600);
    balance.run().assert_exit(0);
}

#[test]
fn the_catalog_passes_the_lint() {
    let catalog = tool(&logged_in(), "errors catalog").run().stdout().parse::<Document>().unwrap();
    assert_eq!((catalog.lint().score(), catalog.lint().lines(|_| true)), (3, vec![]));
}

#[test]
fn the_listed_action_helps() {
    let folder = logged_in();
    let listed = tool(&folder, "instances get gpu-runer").fails("NOT_FOUND").follow_action("instances.list", &[]);
    assert!(listed.stdout().contains("\"gpu-runner\""));
}

fn tool(folder: &TempDir, arguments: &str) -> Tool {
    Tool::new(CLOUDCTL).args(arguments.split(' ')).current_dir(folder.path())
}

/// Returns a folder with a token file.
fn logged_in() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cloudctl.token"), "t0k3n\n").unwrap();
    folder
}
