//! Tests of `add`, `get`, `list`, `search`, `update` and `remove`.

use crate::tool::{Expected, Sandbox, envelope};
use serde_json::{Value, json};

fn ids(data: &Value) -> Vec<&str> {
    data["entries"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect()
}

#[test]
fn an_entry_is_kept_as_it_was_written() {
    let sandbox = Sandbox::new();
    let add = ["add", "--title", "How the parser works", "--tag", "design", "--tag", "code"];
    let added = sandbox
        .succeeds(&[&add[..], &["--body", "-- It \"descends\".\n", "--metadata", r#"{"source":"Eve"}"#]].concat());
    assert_eq!((&added["id"], &added["version"]), (&json!("how-the-parser-works"), &json!(1)));
    assert_eq!((&added["tags"], &added["type"]), (&json!(["design", "code"]), &json!("note")));
    assert_eq!((&added["body"], &added["metadata"]), (&json!("-- It \"descends\".\n"), &json!({"source": "Eve"})));
    assert_eq!(sandbox.succeeds(&["get", "how-the-parser-works"]), added);
}

#[test]
fn a_body_comes_from_a_file_or_from_standard_input() {
    let sandbox = Sandbox::new();
    sandbox.write("body.md", "# Größe\n");
    assert_eq!(sandbox.succeeds(&["add", "a", "--title", "A", "--body-file", "body.md"])["body"], "# Größe\n");
    let output = sandbox.run_with_input(&["add", "b", "--title", "B", "--body-file", "-"], "typed");
    assert_eq!(envelope(&output)["data"]["body"], "typed");
}

#[test]
fn an_update_changes_the_given_fields_and_the_version() {
    let sandbox = Sandbox::filled();
    let updated = sandbox.succeeds(&["update", "parser", "--if-version", "1", "--title", "The parser", "--tag", ""]);
    assert_eq!(
        (&updated["title"], &updated["tags"], &updated["version"]),
        (&json!("The parser"), &json!([]), &json!(2))
    );
    assert_eq!(updated["body"], "It descends.", "what is not given stays");
    assert_eq!(ids(&sandbox.succeeds(&["search", "works"])), [""; 0], "the old title is no longer found");
}

#[test]
fn an_update_of_an_outdated_version_returns_the_current_entry() {
    let sandbox = Sandbox::filled();
    let current = sandbox.succeeds(&["update", "parser", "--if-version", "1", "--body", "It climbs."]);
    let expected = Expected {
        code: "conflict",
        exit: 6,
        message: "expected version 1 of `parser`, but the current version is 2",
        detail: Some(r#""body":"It climbs.""#),
        suggestion: "try again with `--if-version 2`",
        context: json!({"id": "parser", "expected_version": 1, "version": 2, "current": current}),
        ..Expected::default()
    };
    sandbox.fails(&["update", "parser", "--if-version", "1", "--title", "Parser"], &expected);
    sandbox.fails(&["--tier", "admin", "remove", "parser", "--if-version", "1"], &expected);
    assert_eq!(sandbox.succeeds(&["get", "parser"]), current, "nothing was changed");
    sandbox.succeeds(&["update", "parser", "--if-version", "2", "--title", "Parser"]);
}

#[test]
fn a_long_body_is_truncated_in_the_detail() {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["add", "long", "--title", "Long", "--body", &"x".repeat(100_000)]);
    let output = sandbox.run(&["update", "long", "--if-version", "7", "--title", "Short"]);
    let error = &envelope(&output)["error"];
    assert_eq!(error["context"]["current"]["body"], format!("{}…", "x".repeat(1000)));
    assert!(error["detail"].as_str().unwrap().len() < 1500);
    assert!(error["detail"].as_str().unwrap().contains(r#""title":"Long""#));
}

#[test]
fn ids_are_unique() {
    let sandbox = Sandbox::filled();
    let current = sandbox.succeeds(&["get", "parser"]);
    sandbox.fails(
        &["add", "parser", "--title", "Another"],
        &Expected {
            code: "entry_exists",
            exit: 6,
            message: "entry `parser` already exists",
            detail: Some("How the parser works"),
            suggestion: "update version 1 of the existing entry",
            context: json!({"line": null, "id": "parser", "version": 1, "current": current}),
            ..Expected::default()
        },
    );
}

#[test]
fn an_unknown_entry_is_reported_with_similar_ids() {
    let sandbox = Sandbox::filled();
    let admin = ["--tier", "admin"];
    for arguments in
        [&["get", "parsr"][..], &["update", "parsr", "--if-version", "1", "--title", "x"], &["remove", "parsr"]]
    {
        sandbox.fails(
            &[&admin[..], arguments].concat(),
            &Expected {
                code: "not_found",
                exit: 5,
                message: "entry `parsr` does not exist",
                suggestion: "Search for the entry, or list all entries",
                context: json!({"id": "parsr", "nearest": ["parser"]}),
                ..Expected::default()
            },
        );
    }
    let long = envelope(&sandbox.run(&["get", &"x".repeat(100_000)]));
    assert_eq!(long["error"]["context"]["id"], format!("{}…", "x".repeat(100)));
}

#[test]
fn a_removed_entry_is_gone() {
    let sandbox = Sandbox::filled();
    let removed = sandbox.succeeds(&["--tier", "admin", "remove", "parser", "--if-version", "1"]);
    assert_eq!(removed, json!({"id": "parser", "version": 1}));
    assert_eq!(envelope(&sandbox.run(&["get", "parser"]))["error"]["code"], "not_found");
    assert_eq!(ids(&sandbox.succeeds(&["search", "descends"])), [""; 0]);
}

#[test]
fn entries_are_listed_by_type_tag_and_page() {
    let sandbox = Sandbox::filled();
    assert_eq!(ids(&sandbox.succeeds(&["list"])), ["fix-parser", "parser"]);
    assert_eq!(ids(&sandbox.succeeds(&["list", "--type", "note"])), ["parser"]);
    assert_eq!(ids(&sandbox.succeeds(&["list", "--tag", "bug"])), ["fix-parser"]);
    let first = sandbox.succeeds(&["list", "--limit", "1"]);
    assert_eq!((ids(&first), &first["next_after"]), (vec!["fix-parser"], &json!("fix-parser")));
    let last = sandbox.succeeds(&["list", "--limit", "1", "--after", "fix-parser"]);
    assert_eq!((ids(&last), &last["next_after"]), (vec!["parser"], &Value::Null));
}

#[test]
fn words_are_found_anywhere_in_an_entry() {
    let sandbox = Sandbox::filled();
    assert_eq!(ids(&sandbox.succeeds(&["search", "DESCENDS"])), ["parser"]);
    assert_eq!(ids(&sandbox.succeeds(&["search", "bug"])), ["fix-parser"]);
    let mut both = ids(&sandbox.succeeds(&["search", "parser"])).join(" ");
    both.make_ascii_uppercase();
    assert!(both.contains("FIX-PARSER") && both.split(' ').count() == 2, "{both}");
    for query in ["fix AND \"parser", "(fix) parser*", "title:fix -parser", "fix NEAR parser"] {
        let words = query.contains("AND") || query.contains("NEAR") || query.contains("title");
        let expected: &[&str] = if words { &[] } else { &["fix-parser"] };
        assert_eq!(ids(&sandbox.succeeds(&["search", query])), expected, "{query}: operators are words");
    }
    let found = sandbox.succeeds(&["search", "descends"]);
    assert_eq!(found["entries"][0]["excerpt"], "It descends.");
}
