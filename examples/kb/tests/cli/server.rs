//! Tests of `kb mcp` with an rmcp client.

use crate::client::{Answer, Client};
use crate::tool::{Sandbox, envelope};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn codes(answers: &[Answer]) -> BTreeMap<&str, usize> {
    let mut codes = BTreeMap::new();
    for answer in answers {
        *codes.entry(answer.value["code"].as_str().unwrap_or("ok")).or_insert(0) += 1;
    }
    codes
}

#[test]
fn an_entry_is_added_updated_and_removed_by_tools() {
    let sandbox = Sandbox::new();
    let client = Client::start(&sandbox, "admin");
    let call = |tool: &str, arguments: Value| {
        let answer = client.call(tool, &arguments);
        assert!(!answer.is_error, "{answer:?}");
        answer.value
    };
    let item = json!({"title": "Fix it", "type": "backlog_item", "metadata": {"status": "proposed"}, "tags": ["bug"]});
    let added = call("kb_add", item);
    assert_eq!((&added["id"], &added["version"]), (&json!("fix-it"), &json!(1)));
    assert_eq!(call("kb_get", json!({"id": "fix-it"})), added);
    let done = json!({"id": "fix-it", "if_version": 1, "metadata": {"status": "done"}});
    let updated = call("kb_update", done);
    assert_eq!((&updated["metadata"], &updated["version"]), (&json!({"status": "done"}), &json!(2)));
    assert_eq!(updated["tags"], json!(["bug"]), "what is not given stays");
    assert_eq!(call("kb_list", json!({"type": "backlog_item"}))["entries"][0]["version"], 2);
    assert_eq!(call("kb_search", json!({"query": "fix"}))["entries"][0]["id"], "fix-it");
    assert_eq!(envelope(&sandbox.run(&["get", "fix-it"]))["data"], updated, "the command sees the same");
    assert_eq!(call("kb_remove", json!({"id": "fix-it", "if_version": 2})), json!({"id": "fix-it", "version": 2}));
    let schema = call("kb_schema", json!({"type": "decision"}));
    assert_eq!(schema["properties"]["metadata"]["required"], json!(["status"]));
}

#[test]
fn the_tools_match_the_actions_and_declare_their_errors() {
    let sandbox = Sandbox::new();
    let client = Client::start(&sandbox, "read");
    let tools = client.tools();
    let names: BTreeSet<&str> = tools.iter().map(|tool| &*tool.name).collect();
    let own = ["kb_add", "kb_get", "kb_list", "kb_remove", "kb_schema", "kb_search", "kb_update"];
    assert_eq!(names, own.into_iter().chain(["errors_explain"]).collect());
    for tool in tools.iter().filter(|tool| tool.name != "errors_explain") {
        let listed = serde_json::to_value(tool).unwrap();
        let errors = listed["_meta"]["agent-error/errors"].as_array().unwrap();
        assert_eq!(errors.is_empty(), tool.name == "kb_schema", "{listed}");
        assert!(listed["description"].as_str().unwrap().contains("Errors: "), "{listed}");
        let reads = ["kb_get", "kb_list", "kb_search", "kb_schema"].contains(&&*tool.name);
        assert_eq!(listed["annotations"]["readOnlyHint"] == true, reads, "{listed}");
        assert_eq!(errors.contains(&json!("limit_exceeded")), !reads, "{listed}");
        assert!(!listed["outputSchema"].to_string().contains("uint64"), "some clients complain of it: {listed}");
    }
    let catalog = client.resource("errors://catalog");
    let listed: BTreeSet<&str> =
        catalog["errors"].as_array().unwrap().iter().map(|error| error["code"].as_str().unwrap()).collect();
    for action in catalog["errors"].as_array().unwrap().iter().filter_map(|error| error["actions"].as_array()).flatten()
    {
        assert!(names.contains(action.as_str().unwrap()), "{action}");
    }
    assert!(listed.contains("conflict") && listed.contains("limit_exceeded"), "{listed:?}");
    let explained = client.call("errors_explain", &json!({"code": "conflict"}));
    assert_eq!((&explained.value["code"], &explained.value["retryable"]), (&json!("conflict"), &json!(false)));
}

#[test]
fn all_misplaced_metadata_fields_are_reported_at_once() {
    let sandbox = Sandbox::new();
    let client = Client::start(&sandbox, "write");
    let answer = client.call("kb_add", &json!({"title": "A", "type": "backlog_item", "status": "proposed"}));
    let message = "`status` is not a valid field";
    assert_eq!((&answer.value["code"], &answer.value["message"]), (&json!("validation_failed"), &json!(message)));
    let suggestion = answer.value["suggestion"].as_str().unwrap();
    let (_, advised) = suggestion.split_once("Try again with metadata=").unwrap();
    let metadata: Value = serde_json::from_str(advised.split_once(';').unwrap().0).unwrap();
    let corrected = client.call("kb_add", &json!({"title": "A", "type": "backlog_item", "metadata": metadata}));
    assert!(!corrected.is_error, "{corrected:?}");
}

#[test]
fn arguments_of_wrong_types_are_reported_with_their_names() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "admin");
    for (tool, arguments, field) in [
        ("kb_get", json!({}), "id"),
        ("kb_get", json!({"id": 7}), "id"),
        ("kb_get", json!({"id": null}), "id"),
        ("kb_get", json!({"id": "parser", "verbose": true}), "verbose"),
        ("kb_list", json!({"limit": "many"}), "limit"),
        ("kb_list", json!({"limit": 0}), "limit"),
        ("kb_list", json!({"limit": 1e300}), "limit"),
        ("kb_list", json!({"type": "bug"}), "type"),
        ("kb_search", json!({"query": ["parser"]}), "query"),
        ("kb_add", json!({"title": {"text": "A"}}), "title"),
        ("kb_add", json!({"title": "A", "tags": "bug"}), "tags"),
        ("kb_add", json!({"title": "A", "metadata": "none"}), "metadata"),
        ("kb_update", json!({"id": "parser", "title": "A"}), "if_version"),
        ("kb_update", json!({"id": "parser", "if_version": "1", "title": "A"}), "if_version"),
        ("kb_update", json!({"id": "parser", "if_version": -1, "title": "A"}), "if_version"),
        ("kb_remove", json!({"id": "parser", "if_version": 1.5}), "if_version"),
    ] {
        let answer = client.call(tool, &arguments);
        assert!(answer.is_error, "{tool} {arguments}");
        assert_eq!(answer.value["code"], "VALIDATION_ERROR", "{tool} {arguments}: {answer:?}");
        assert_eq!(answer.value["retryable"], false);
        let detail = answer.value["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(field), "{tool} {arguments}: {answer:?}");
    }
    assert_eq!(client.call("kb_get", &json!({"id": "parser"})).value["version"], 1, "nothing was changed");
}

#[test]
fn an_unknown_tool_is_reported_with_the_nearest() {
    let sandbox = Sandbox::new();
    let client = Client::start(&sandbox, "read");
    let answer = client.call("kb_gett", &json!({"id": "parser"}));
    assert!(answer.is_error);
    assert_eq!(answer.value["code"], "UNKNOWN_TOOL");
    assert_eq!(answer.value["detail"], "nearest: kb_get");
}

#[test]
fn concurrent_calls_get_their_own_results() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "write");
    let update = |number| ("kb_update", json!({"id": "parser", "if_version": 1, "title": format!("Title {number}")}));
    let answers = client.calls(&(0..12).map(update).collect::<Vec<_>>());
    assert_eq!(codes(&answers), BTreeMap::from([("ok", 1), ("conflict", 11)]));
    let winner = answers.iter().find(|answer| !answer.is_error).unwrap();
    assert_eq!(client.call("kb_get", &json!({"id": "parser"})), *winner);
    let gets: Vec<_> = (0..30).map(|number| ("kb_get", json!({"id": format!("nothing-{number}")}))).collect();
    for (number, answer) in client.calls(&gets).iter().enumerate() {
        assert_eq!(answer.value["message"], format!("entry `nothing-{number}` does not exist"));
    }
}

#[test]
fn the_rate_limit_applies_to_servers_and_commands_combined() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["--tier", "admin", "limits", "--changes", "4", "--window-s", "3600"]);
    let (one, other) = (Client::start(&sandbox, "write"), Client::start(&sandbox, "write"));
    let adds = |side: &str| -> Vec<_> {
        (0..5).map(|number| ("kb_add", json!({"title": format!("Entry {side} {number}")}))).collect()
    };
    sandbox.succeeds(&["add", "--title", "First"]);
    let mut answers = one.calls(&adds("one"));
    answers.extend(other.calls(&adds("other")));
    assert_eq!(codes(&answers), BTreeMap::from([("ok", 3), ("limit_exceeded", 7)]));
    assert_eq!(envelope(&sandbox.run(&["add", "--title", "Last"]))["error"]["code"], "limit_exceeded");
}

#[test]
fn a_call_waiting_for_the_database_does_not_block_others() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "write");
    let other = sandbox.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let waiting: Vec<_> =
        (0..3).map(|number| client.begin("kb_add", &json!({"title": format!("A {number}")}))).collect();
    assert_eq!(client.call("kb_get", &json!({"id": "parser"})).value["version"], 1);
    other.execute_batch("COMMIT").unwrap();
    for call in waiting {
        let answer = client.end(call);
        assert!(!answer.is_error, "it was released in time: {answer:?}");
    }
}

#[test]
fn huge_arguments_are_rejected_briefly() {
    let sandbox = Sandbox::filled();
    let client = Client::start(&sandbox, "admin");
    let huge = "x".repeat(1_000_000);
    for (tool, arguments, code) in [
        ("kb_add", json!({"title": "A", "body": huge}), "size_exceeded"),
        ("kb_add", json!({"title": huge}), "validation_failed"),
        ("kb_add", json!({"title": "A", "tags": [huge]}), "validation_failed"),
        ("kb_add", json!({"title": "A", "metadata": {"source": huge}}), "schema_violation"),
        ("kb_add", json!({"title": "A", &huge: 1}), "validation_failed"),
        ("kb_add", json!({"title": "A", "metadata": {&huge: 1}}), "schema_violation"),
        ("kb_get", json!({"id": huge}), "not_found"),
        ("kb_add", json!({"title": "A", "tags": vec!["Not OK"; 100_000]}), "validation_failed"),
        ("kb_add", json!({"title": "A", "tags": vec!["same"; 100_000]}), "validation_failed"),
        ("kb_remove", json!({"id": huge}), "not_found"),
        ("kb_update", json!({"id": "parser", "if_version": 1e300, "title": "A"}), "validation_failed"),
        ("kb_update", json!({"id": "parser", "if_version": 1, "body": huge}), "size_exceeded"),
        ("kb_search", json!({"query": huge}), "validation_failed"),
        ("kb_search", json!({"query": "word ".repeat(200_000)}), "validation_failed"),
    ] {
        let answer = client.call(tool, &arguments);
        let text = answer.value.to_string();
        assert_eq!(answer.value["code"], code, "{}", &text[..text.len().min(400)]);
        assert!(text.len() < 2000, "{tool} {code}: {} bytes", text.len());
    }
}
