//! Codes of the program and those of the library: their order, and that every answer is listed.

use crate::def::{Def, built};
use crate::{data, tree};
use agent_error::catalog::Filter;
use agent_error::definition::{Catalogued, TypeDef};
use agent_error_testing::{Run, Tool};
use agent_error::{AgentError, Catalog, Format, catalog, ready};
use serde_json::{Value, json};

fn reports(arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_reports")).args(arguments.iter().copied()).run()
}

fn codes(list: &Value) -> Vec<String> {
    list["errors"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_a_program_has_just_ended_with_is_explained_and_in_its_schema() {
    let schema: Value = serde_json::from_str(&reports(&["errors", "export", "--format", "schema"]).stdout()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    for (arguments, code) in [
        (&["--nope"][..], "UNKNOWN_FLAG"),
        (&["nope"], "UNKNOWN_COMMAND"),
        (&["errors"], "MISSING_COMMAND"),
        (&["errors", "explain"], "MISSING_REQUIRED_FLAGS"),
        (&["errors", "explain", "NOPE"], "UNKNOWN_ERROR_CODE"),
        (&["errors", "list", "--exit", "0"], "INVALID_FLAG_VALUE"),
        (&["errors", "list", "--all", "--fields", "code"], "CONFLICTING_FLAGS"),
        (&["errors", "diff", "/no/such/file"], "CATALOG_FILE_UNREADABLE"),
        (&[], "USER_NOT_FOUND"),
    ] {
        let run = reports(arguments);
        run.assert_code(code);
        let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
        let problems: Vec<String> = validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{problems:?} {answer}");
        assert!(schema["$defs"].get(code).is_some(), "{code} has no definition of its own");
        reports(&["errors", "explain", code]).assert_exit(0);
    }
}

#[test]
fn a_page_is_only_named_for_codes_whose_pages_are_written() {
    let listed = codes(&data(&["errors", "list"]));
    let page = |code: &str| data(&["errors", "explain", code]).get("docs_url").cloned();
    for unlisted in ["CONFIRMATION_REQUIRED", "TIMEOUT", "DEPRECATED", "CLASSIFY_RULES_TIE", "COMMANDS_NOT_DECLARED"] {
        assert!(!listed.iter().any(|code| code == unlisted), "{unlisted}");
        assert_eq!(page(unlisted), None, "{unlisted}");
    }
    let folder = tempfile::tempdir().unwrap();
    let written = Tool::new(env!("CARGO_BIN_EXE_tree"))
        .args(["errors", "export", "--format", "markdown", "--out", "pages"])
        .current_dir(folder.path())
        .run();
    written.assert_exit(0);
    for code in ["STORE_LOCKED", "INTERNAL", "UNKNOWN_FLAG", "UNKNOWN_ERROR_CODE"] {
        assert_eq!(page(code).unwrap(), format!("https://tree.example.com/{code}"));
        assert!(folder.path().join("pages").join(format!("{code}.md")).is_file(), "{code}");
    }
}

#[test]
fn the_codes_of_the_program_come_first_and_those_of_the_library_can_be_left_out() {
    let list = |arguments: &[&str]| {
        let run = reports(&[&["errors", "list"], arguments].concat());
        codes(&serde_json::from_str::<Value>(&run.stdout()).unwrap()["data"])
    };
    let all = list(&[]);
    assert_eq!(all[0], "USER_NOT_FOUND");
    assert!(all[1..].is_sorted() && all.len() > 10, "{all:?}");
    for impossible in ["CLASSIFY_RULES_TIE", "CLASSIFY_RULE_NEVER_APPLIES", "COMMANDS_NOT_DECLARED"] {
        assert!(!all.iter().any(|code| code == impossible), "{impossible}");
    }
    assert_eq!(list(&["--own"]), ["USER_NOT_FOUND"]);
    for format in ["json", "typescript", "llms", "schema", "openapi"] {
        let export = |own: &[&str]| reports(&[&["errors", "export", "--format", format], own].concat()).stdout();
        let (all, own) = (export(&[]), export(&["--own"]));
        let place = |code: &str| all.find(code).unwrap_or_else(|| panic!("{format}: {code}"));
        assert!(place("USER_NOT_FOUND") < place("UNKNOWN_FLAG") || ["schema", "openapi"].contains(&format), "{format}");
        assert!(own.contains("USER_NOT_FOUND") && !own.contains("UNKNOWN_FLAG"), "{format}");
    }
}

#[test]
fn the_lint_says_nothing_of_what_the_program_cannot_change() {
    let run = reports(&["errors", "lint"]);
    let answer: Value = serde_json::from_str(&run.stdout()).unwrap();
    let linted = answer["data"]["codes"].as_array().unwrap();
    assert_eq!(linted.len(), 1, "{answer}");
    assert_eq!(linted[0]["code"], "USER_NOT_FOUND");
    assert!(catalog![ready::Timeout].lint().codes().is_empty());
}

#[test]
fn pages_show_the_codes_of_the_library_last_and_no_status_to_a_program_without_http() {
    let folder = tempfile::tempdir().unwrap();
    let run = Tool::new(env!("CARGO_BIN_EXE_reports"))
        .args(["errors", "export", "--format", "mdbook", "--out", "book"])
        .current_dir(folder.path())
        .run();
    run.assert_exit(0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("book/src").join(name)).unwrap();
    for index in ["SUMMARY.md", "domains.md", "exit-codes.md", "index.md"] {
        let text = read(index);
        if let (Some(own), Some(other)) = (text.find("[USER_NOT_FOUND]"), text.find("[UNKNOWN_ERROR_CODE]")) {
            assert!(own < other, "{text}");
        }
    }
    assert!(read("SUMMARY.md").contains("# General codes\n"), "{}", read("SUMMARY.md"));
    let page = read("errors/USER_NOT_FOUND/index.md");
    assert!(!page.contains("status") && !page.contains("Problem details"), "{page}");
}

#[test]
fn a_thousand_codes_cost_an_agent_a_hundred_bytes_each() {
    let defs = built((0..1000).map(|number| {
        let code: &'static str = format!("STORE_ITEM_{number:04}_GONE").leak();
        let summary = Some("The item is not in the store any more.");
        Def { code, summary, retryable: number % 10 == 0, ..Def::with_exit(5) }
    }));
    let ty: &'static TypeDef = Box::leak(Box::new(TypeDef { path: "big::E", defs, ..TypeDef::EMPTY }));
    let list = Catalog::from_types(&[ty]).unwrap().list(&Filter::default());
    let bytes = json!(list).to_string().len();
    assert!(bytes <= 100_000, "{bytes}");
}

#[test]
fn a_lean_row_says_that_a_call_may_be_repeated_only_where_it_may() {
    let list = data(&["errors", "list"]);
    let row = |code: &str| list["errors"].as_array().unwrap().iter().find(|row| row["code"] == code).unwrap().clone();
    assert_eq!(row("STORE_LOCKED")["retryable"], true);
    assert!(row("STORE_BROKEN").get("retryable").is_none());
    let named = data(&["errors", "list", "--fields", "retryable"]);
    assert!(named["errors"].as_array().unwrap().iter().all(|row| row["retryable"].is_boolean()));
}

/// Answers with the same code as the library, in another way.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked)]
#[error("late")]
#[code("TIMEOUT", exit = 9)]
struct Late;

#[test]
fn a_code_that_the_program_declares_is_its_own() {
    let catalog = catalog![Late];
    assert_eq!(catalog.own().len(), 1);
    assert_eq!(catalog.own().get("TIMEOUT").unwrap().exit_code(), Late::TYPE.defs[0].exit_code());
    assert!(agent_error::render(&Late, Format::Envelope).contains("TIMEOUT"));
    tree(&["errors", "explain", "STORE_LOCKED"]).assert_exit(0);
}
