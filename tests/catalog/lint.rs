//! Tests of the lint, which reports what an agent would miss in a catalog.

use crate::{minimal, same};
use agent_error::Catalog;
use agent_error_tooling::{Document, FindingKind};
use serde_json::{Value, json};
use snapbox::file;

/// Groups of codes, one code per line. Facts that all codes have are only there if they differ from
/// those of `minimal`.
const CODES: &str = include_str!("lint.txt");

fn document(codes: impl IntoIterator<Item = Value>) -> Document {
    let codes: Vec<Value> = codes.into_iter().collect();
    json!({"catalog_version": "1.0", "errors": codes})
        .to_string()
        .parse()
        .unwrap()
}

#[test]
fn each_code_is_scored_by_what_is_missing() {
    let mut text = String::new();
    for group in CODES.split("\n\n").chain([""]) {
        let lint = document(group.lines().map(|line| minimal(line.parse().unwrap()))).lint();
        let kinds: Vec<FindingKind> = lint.findings().map(|(_, finding)| finding.kind).collect();
        text += &format!(
            "{}Score {}; findings: {kinds:?}\n\n",
            lint.text(&agent_error::Format::HUMAN.__style()),
            lint.score()
        );
    }
    same(text, file!["snapshots/lint.txt"]);
}

#[test]
fn an_exit_code_of_agent_error_that_means_something_else_in_the_program_is_found() {
    let catalog = Catalog::of::<agent_error::ready::RateLimited>().document();
    let other = catalog.replace("\"name\": \"RATE_LIMITED\"", "\"name\": \"BALANCE\"");
    let lint = other.parse::<Document>().unwrap().lint();
    let expected = "exit code 11 means BALANCE in this program, but RATE_LIMITED for RATE_LIMITED; map it with `exit_overrides`";
    assert_eq!(lint.lines(|_| true), [expected]);
}

#[test]
fn codes_in_different_styles_are_found() {
    let lint = |first: &str, other: &str| {
        let codes = [first, other].map(|code| minimal(json!({"code": code})));
        document(codes)
            .lint()
            .lines(|kind| kind == FindingKind::MixedStyles)
    };
    let styles = [
        "DB_LOCKED",
        "DbLocked",
        "db-locked",
        "db.locked",
        "dbLocked",
        "db_locked",
    ];
    for (index, first) in styles.into_iter().enumerate() {
        for other in &styles[index + 1..] {
            let expected = format!(
                "{first} and {other} are written in different styles; choose one style for all codes"
            );
            assert_eq!(lint(first, other), [expected]);
        }
        assert!(lint(first, &format!("{first}2")).is_empty(), "{first}");
    }
    for (first, other) in [
        ("BUSY", "DB_LOCKED"),
        ("busy", "db.is_locked"),
        ("busy", "db_locked"),
        ("busy", "dbLocked"),
    ] {
        assert!(lint(first, other).is_empty(), "{first} {other}");
    }
    assert!(!lint("BUSY", "DbLocked").is_empty() && !lint("BUSY", "busy").is_empty());
}

#[test]
fn a_call_without_its_program_is_found_in_advice_for_a_command_line() {
    let lint = |members: Value, suggestion: &str| {
        let code = minimal(json!({"code": "GONE", "suggestion": suggestion}));
        let mut document = json!({"catalog_version": "1.0", "errors": [code]});
        document
            .as_object_mut()
            .unwrap()
            .extend(members.as_object().unwrap().clone());
        let lint = document.to_string().parse::<Document>().unwrap().lint();
        lint.lines(|kind| kind == FindingKind::BareName)
    };
    let command = json!({"commands": {"list": ["GONE"]}, "tools": {"read": []}});
    let expected = |name: &str| {
        [format!(
            "GONE: `{name}` isn't a command line; write the call as the caller makes it"
        )]
    };
    assert_eq!(
        lint(command.clone(), "Call `read` with `path`"),
        expected("read")
    );
    assert_eq!(
        lint(command.clone(), "To see all, run `list`"),
        expected("list")
    );
    for suggestion in [
        "Run `shop list`",
        "Run `make`",
        "The value of `list` is invalid",
    ] {
        assert!(lint(command.clone(), suggestion).is_empty(), "{suggestion}");
    }
    for tool in [
        json!({"tools": {"read": ["GONE"]}}),
        json!({"commands": {"list": ["GONE"]}, "tools": {"read": ["GONE"]}}),
    ] {
        assert!(lint(tool, "Call `read` with `path`").is_empty());
    }
}

#[test]
fn advice_for_all_with_a_command_is_found_if_a_tool_returns_errors_of_the_type() {
    let found = |advice: Value, tool: Value| {
        let mut code = minimal(json!({"code": "GONE", "declared_by": "shop::Error::Gone"}));
        code["variant"] = json!("Gone");
        code.as_object_mut()
            .unwrap()
            .extend(advice.as_object().unwrap().clone());
        let mut other = minimal(json!({"code": "FULL", "declared_by": "shop::Error::Full"}));
        other["variant"] = json!("Full");
        let unrelated = minimal(json!({"code": "LATE", "declared_by": "shop::Late"}));
        let document = json!({
            "catalog_version": "1.0",
            "errors": [code, other, unrelated],
            "tools": {"read": tool},
        });
        let lint = document.to_string().parse::<Document>().unwrap().lint();
        lint.lines(|kind| kind == FindingKind::CommandForAll)
    };
    let expected = "GONE: the advice is for all callers, but contains a command or a flag; move it to `suggest(cli = \"…\")`";
    for advice in [
        json!({"suggestion": "Run `shop list`"}),
        json!({"suggestion": "Ask the owner to pass `--all`"}),
        json!({"fix_required": "you ran `shop login`"}),
    ] {
        assert_eq!(
            found(advice.clone(), json!(["GONE"])),
            [expected],
            "{advice}"
        );
        assert_eq!(
            found(advice.clone(), json!(["FULL"])),
            [expected],
            "{advice}"
        );
        assert!(
            found(advice.clone(), json!(["LATE"])).is_empty(),
            "{advice}"
        );
    }
    for advice in [
        json!({"suggestion": "Send `GET /list`"}),
        json!({"suggestion_cli": "Run `shop list`", "suggestion_mcp": "Call `read`"}),
    ] {
        assert!(
            found(advice.clone(), json!(["GONE"])).is_empty(),
            "{advice}"
        );
    }
}

#[test]
fn an_action_that_is_no_command_and_no_tool_is_found() {
    let found = |action: &str, members: Value| {
        let code = minimal(json!({"code": "GONE", "actions": ["GET /items", action]}));
        let mut document = json!({"catalog_version": "1.0", "errors": [code]});
        document
            .as_object_mut()
            .unwrap()
            .extend(members.as_object().unwrap().clone());
        let lint = document.to_string().parse::<Document>().unwrap().lint();
        lint.lines(|kind| kind == FindingKind::UnknownAction)
    };
    let program = || json!({"commands": {"item list": []}, "tools": {"items_read": []}});
    assert_eq!(
        found("item.lst", program()),
        [
            "GONE: the action `item.lst` is neither a command nor a tool of the program; did you mean `item.list`?"
        ]
    );
    for action in [
        "item.list",
        "items_read",
        "ListItems",
        "shop item list --all",
    ] {
        assert!(found(action, program()).is_empty(), "{action}");
    }
    assert!(found("item.lst", json!({})).is_empty());
}

#[test]
fn fields_whose_types_have_no_schema_are_named() {
    let field = |name: &str, ty: &str| json!({"name": name, "rust_type": ty});
    let context = json!([
        field("plain", "String"),
        field("value", "serde_json::Value"),
        field("mystery", "Mystery"),
        field("more", "Vec<shop::Mystery>"),
        {"name": "shown", "rust_type": "Mystery", "shown": "text"},
    ]);
    let code = minimal(json!({"code": "ODD", "context": context}));
    let found = document([code])
        .lint()
        .lines(|kind| kind == FindingKind::UndescribedField);
    let expected = "ODD: a lock file doesn't see changes inside of `mystery`, `more`; derive `schemars::JsonSchema` on \
        the type, and add `integrate(schemars)`";
    assert_eq!(found, [expected]);
}

#[test]
fn facts_that_callers_see_alike_do_not_differ_between_programs() {
    let program = |name: &str, facts: Value| -> Document {
        let mut code = minimal(json!({"code": "BUSY", "exit_code": 12, "http_status": 503}));
        code.as_object_mut()
            .unwrap()
            .extend(facts.as_object().unwrap().clone());
        let document =
            json!({"catalog_version": "1.0", "program": {"name": name}, "errors": [code]});
        document.to_string().parse().unwrap()
    };
    let differences = |facts: Value| {
        let documents = [program("api", facts), program("worker", json!({}))];
        Document::differences_between(&documents).len()
    };
    assert_eq!(differences(json!({"grpc": "UNAVAILABLE"})), 0);
    assert_eq!(differences(json!({"grpc": "ABORTED"})), 1);
    assert_eq!(differences(json!({"retry_after_field": "wait"})), 1);
}
