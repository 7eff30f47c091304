//! Tests of a program's own codes and the library's codes: their order, and that every possible error is listed.

use crate::def::{Def, built};
use crate::{data, tree};
use agent_error::catalog::Filter;
use agent_error::definition::{Catalogued, TypeDef};
use agent_error::{AgentError, Catalog, Format, catalog, ready};
use agent_error_testing::{Run, Tool};
use agent_error_tooling::{Document, ExportFormat};
use serde_json::{Value, json};

fn reports(arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_reports")).args(arguments.iter().copied()).run()
}

fn codes(list: &Value) -> Vec<String> {
    list["errors"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_returned_code_is_explained_and_in_the_schema() {
    let catalog: Document = reports(&["errors", "catalog"]).stdout().parse().unwrap();
    let schema = catalog.envelope_schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    for (arguments, code) in [
        (&["--nope"][..], "UNKNOWN_FLAG"),
        (&["nope"], "UNKNOWN_COMMAND"),
        (&["errors"], "MISSING_COMMAND"),
        (&["errors", "explain"], "MISSING_REQUIRED_FLAGS"),
        (&["errors", "explain", "NOPE"], "UNKNOWN_ERROR_CODE"),
        (&["errors", "list", "--exit", "0"], "INVALID_FLAG_VALUE"),
        (&["errors", "list", "--all", "--fields", "code"], "CONFLICTING_FLAGS"),
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
    let catalog: Document = tree(&["errors", "catalog"]).stdout().parse().unwrap();
    let pages: Vec<String> = catalog.export(ExportFormat::Markdown).into_iter().map(|file| file.path).collect();
    for code in ["STORE_LOCKED", "INTERNAL", "UNKNOWN_FLAG", "UNKNOWN_ERROR_CODE"] {
        assert_eq!(page(code).unwrap(), format!("https://tree.example.com/{code}"));
        assert!(pages.contains(&format!("{code}.md")), "{code}");
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
}

#[test]
fn the_codes_of_the_library_are_marked() {
    let text = |arguments: &[&str]| {
        let run =
            Tool::new(env!("CARGO_BIN_EXE_reports")).args(arguments.iter().copied()).env("REPORTS_OUTPUT", "human");
        run.run().stdout()
    };
    let all = text(&["errors", "list"]);
    let (own, library) = all.split_once("\nCodes that agent-error adds:\n\n").unwrap();
    assert!(own.starts_with("CODE ") && own.contains("USER_NOT_FOUND") && !own.contains("INTERNAL"), "{own}");
    assert!(library.starts_with("CODE ") && library.contains("INTERNAL"), "{library}");
    assert_eq!(text(&["errors", "list", "--own"]), own);
    for fields in [&[][..], &["--all"]] {
        let list = reports(&[&["errors", "list"], fields].concat()).stdout();
        let list: Value = serde_json::from_str(&list).unwrap();
        for row in list["data"]["errors"].as_array().unwrap() {
            let origin = if row["code"] == "USER_NOT_FOUND" { Value::Null } else { "agent-error".into() };
            assert_eq!(row["origin"], origin, "{row}");
        }
    }
}

#[test]
fn the_lint_only_reports_what_the_program_can_change() {
    let catalog: Document = reports(&["errors", "catalog"]).stdout().parse().unwrap();
    let lint = catalog.lint();
    let linted: Vec<&str> = lint.codes().iter().map(|code| code.code.as_str()).collect();
    assert_eq!(linted, ["USER_NOT_FOUND"]);
    assert!(catalog![ready::Timeout].document().parse::<Document>().unwrap().lint().codes().is_empty());
}

#[test]
fn the_catalog_document_is_bare_whatever_the_output_flags_are() {
    let plain = tree(&["errors", "catalog"]).stdout();
    assert!(plain.starts_with("{\n  \"catalog_version\": "), "{plain}");
    let formats =
        ["human", "json", "brief", "xml", "problem"].map(|format| vec!["errors", "catalog", "--output", format]);
    for arguments in
        formats.into_iter().chain([vec!["errors", "catalog", "--agent"], vec!["--agent", "errors", "catalog"]])
    {
        let run = tree(&arguments);
        run.assert_exit(0);
        assert_eq!((run.stdout(), run.stderr()), (plain.clone(), String::new()), "{arguments:?}");
    }
    for variable in ["human", "brief"] {
        let run = Tool::new(env!("CARGO_BIN_EXE_tree")).args(["errors", "catalog"]).env("TREE_OUTPUT", variable).run();
        assert_eq!(run.stdout(), plain, "{variable}");
    }
}

/// The tests of the `agent-error` program use these catalogs.
#[test]
fn the_catalogs_in_other_tests_are_up_to_date() {
    for (program, run) in [("tree", tree(&["errors", "catalog"])), ("reports", reports(&["errors", "catalog"]))] {
        let path = format!("{}/../runtime/cli/tests/catalogs/{program}.json", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &run.stdout).unwrap();
        }
        assert_eq!(run.stdout(), std::fs::read_to_string(path).unwrap(), "write it with UPDATE=1");
    }
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
#[agent_error(unregistered)]
#[error("late")]
#[code("TIMEOUT", exit = 9)]
struct Late;

#[test]
fn a_code_declared_by_the_program_counts_as_its_own() {
    let catalog = catalog![Late];
    assert_eq!(catalog.own().len(), 1);
    assert_eq!(catalog.own().get("TIMEOUT").unwrap().exit_code(), Late::TYPE.defs[0].exit_code());
    assert!(agent_error::render(&Late, Format::Envelope).contains("TIMEOUT"));
    tree(&["errors", "explain", "STORE_LOCKED"]).assert_exit(0);
}
