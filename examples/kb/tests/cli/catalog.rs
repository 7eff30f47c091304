//! Tests of `errors`, which lists the errors of kb and its commands.

use crate::client::Client;
use crate::tool::{Sandbox, envelope};
use agent_error_tooling::{Document, ExportFormat};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the codes that a command declares, without those from the library.
fn own(sandbox: &Sandbox, command: &str) -> BTreeSet<String> {
    let data = sandbox.succeeds(&["errors", "list", "--all", "--command", command]);
    let errors = data["errors"].as_array().unwrap().iter();
    let own = errors.filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("kb::"));
    own.map(|entry| entry["code"].as_str().unwrap().to_owned()).collect()
}

fn document() -> Document {
    String::from_utf8(Sandbox::empty().run(&["errors", "catalog"]).stdout).unwrap().parse().unwrap()
}

#[test]
fn every_code_has_a_summary_advice_a_page_and_a_described_context() {
    let listed = Sandbox::empty().listed();
    for entry in listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("kb::")) {
        let code = entry["code"].as_str().unwrap();
        assert_eq!(entry["docs_url"], format!("https://kb.example.com/errors/{code}"));
        for key in ["summary", "message", "suggestion"] {
            assert!(entry[key].as_str().is_some_and(|text| !text.is_empty()), "{code} has no {key}");
        }
        let context = entry["context"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(context.iter().all(|field| field["summary"].is_string()), "{entry}");
    }
}

#[test]
fn a_page_and_an_explanation_show_the_values_and_fields_of_the_context() {
    let sandbox = Sandbox::empty();
    let pages = document().export(ExportFormat::Markdown);
    for (code, field, words) in [
        ("permission_denied", "tier", r#""read", "write" or "admin""#),
        ("schema_violation", "constraint", "any"),
        ("conflict", "current", "object with body, id, metadata, tags, title, type, updated, version"),
    ] {
        let page = &pages.iter().find(|page| page.path == format!("{code}.md")).unwrap().text;
        assert!(page.contains(&format!("| `{field}` | {words} |")), "{words}: {page}");
        let text = sandbox.command(&["errors", "explain", code]).env("KB_OUTPUT", "human").output().unwrap().stdout;
        let text = String::from_utf8(text).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("context {field} ({words})")), "{words}: {text}");
    }
}

#[test]
fn every_command_declares_its_danger_and_exit_codes() {
    let sandbox = Sandbox::empty();
    let manifest = sandbox.succeeds(&["errors", "manifest"]);
    for (command, danger, codes) in [
        ("get", "safe", &["not_found", "serialization_error"][..]),
        ("list", "safe", &["database_locked"]),
        ("search", "safe", &["validation_failed"]),
        ("add", "mutating", &["validation_failed", "schema_violation", "entry_exists", "limit_exceeded"]),
        ("update", "mutating", &["conflict", "not_found", "limit_exceeded", "permission_denied", "database_full"]),
        ("remove", "destructive", &["conflict", "not_found", "permission_denied"]),
        ("import", "destructive", &["entry_exists", "file_unreadable", "size_exceeded"]),
        ("export", "safe", &["serialization_error"]),
        ("limits", "mutating", &["permission_denied"]),
        ("mcp", "destructive", &["client_refused", "server_not_started"]),
    ] {
        let entry: &Value = &manifest["commands"][command];
        assert_eq!(entry["danger_level"], danger, "{command}");
        let own = own(&sandbox, command);
        assert!(codes.iter().all(|code| own.contains(*code)), "{command}: {own:?}");
        assert_eq!(own.contains("database_missing"), command != "mcp", "{command}: {own:?}");
    }
    assert!(own(&sandbox, "schema").is_empty());
    assert!(!own(&sandbox, "get").contains("conflict"));
}

#[test]
fn every_error_belongs_to_a_command() {
    let sandbox = Sandbox::empty();
    let commands = ["init", "add", "get", "list", "search", "update", "remove", "import", "export", "limits", "mcp"];
    let known: BTreeSet<String> = commands.iter().flat_map(|command| own(&sandbox, command)).collect();
    let listed = sandbox.listed();
    let all = listed.iter().filter(|entry| entry["declared_by"].as_str().unwrap().starts_with("kb::"));
    assert_eq!(known, all.map(|entry| entry["code"].as_str().unwrap().to_owned()).collect());
}

#[test]
fn the_catalog_passes_the_lint() {
    let lint = document().lint();
    assert_eq!((lint.score(), lint.lines(|_| true)), (3, vec![]));
    assert!(lint.codes().len() > 20);
}

/// Covers the codes of kb, its command line and its server, both as commands and as tools.
#[test]
fn every_returned_code_can_be_explained() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "write");
    let commands: [&[&str]; 8] = [
        &["get", "nothing"],
        &["list", "--limit", "0"],
        &["list", "--nope"],
        &["lost"],
        &[],
        &["get"],
        &["get", "a", "b"],
        &["errors", "explain", "nope"],
    ];
    let mut codes: BTreeSet<String> =
        commands.iter().map(|arguments| code(&envelope(&sandbox.run(arguments))["error"])).collect();
    for (tool, arguments) in [
        ("kb_get", json!({"id": "nothing"})),
        ("kb_get", json!({"id": 7})),
        ("kb_add", json!({"title": ""})),
        ("kb_gte", json!({})),
        ("errors_explain", json!({"code": "nope"})),
    ] {
        codes.insert(code(&client.call(tool, &arguments).value));
    }
    for known in ["INVALID_FLAG_VALUE", "VALIDATION_ERROR", "UNKNOWN_TOOL", "validation_failed", "MISSING_COMMAND"] {
        assert!(codes.contains(known), "{known} is not among {codes:?}");
    }
    for code in &codes {
        assert_eq!(sandbox.succeeds(&["errors", "explain", code])["code"], **code);
        let explained = client.call("errors_explain", &json!({"code": code}));
        assert_eq!((explained.is_error, &explained.value["code"]), (false, &json!(code)));
    }
}

fn code(error: &Value) -> String {
    error["code"].as_str().unwrap().to_owned()
}
