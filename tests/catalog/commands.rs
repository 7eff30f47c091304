//! Tests of error sets, the `errors` command and the errors of commands. The tested programs are
//! `programs/tree.rs` and `programs/reports.rs`.

mod advice;
mod collisions;
mod manifest;
// Passes arguments that aren't UTF-8.
#[cfg(unix)]
mod usage;

use crate::same;
use agent_error::Declares;
use agent_error::ErrorDef;
use agent_error::clap::{ErrorsCommand, FullErrorsCommand};
use agent_error::{AgentError, ErrorSet, catalog, error_set, ready};
use agent_error_testing::{Run, Tool};
use agent_error_tooling::{Document, ExportFormat};
use clap::FromArgMatches as _;
use serde_json::{Value, json};

const TREE: &str = env!("CARGO_BIN_EXE_tree");
const REPORTS: &str = env!("CARGO_BIN_EXE_reports");

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only its catalog counts")]
enum StoreError {
    #[error("locked")]
    #[code("STORE_LOCKED", exit = 12)]
    Locked,
    /// The store is gone.
    #[error("gone")]
    #[code("STORE_GONE", exit = 5)]
    Gone,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error(transparent)]
#[allow(dead_code, reason = "only its catalog counts")]
enum SyncError {
    #[code(transparent)]
    Store(StoreError),
    #[error("cancelled")]
    #[code("CANCELLED")]
    Cancelled,
}

/// The network is down.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("no network")]
#[code("NET_DOWN", exit = 12)]
struct NetError;

/// Has the same code as an error of the library, but another exit code.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("late")]
#[code("RATE_LIMITED", exit = 9)]
struct Late;

fn tree(arguments: &[&str]) -> Run {
    Tool::new(TREE).args(arguments.iter().copied()).run()
}

fn reports(arguments: &[&str]) -> Run {
    Tool::new(REPORTS).args(arguments.iter().copied()).run()
}

/// Parses the envelope on standard output.
#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap()
}

/// Runs a command, asserts that it succeeds without other output, and returns its data.
#[track_caller]
fn data(arguments: &[&str]) -> Value {
    let run = tree(arguments);
    run.assert_exit(0).assert_schema();
    assert_eq!(run.stderr(), "");
    envelope(&run)["data"].clone()
}

fn codes(list: &Value) -> Vec<&str> {
    list["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["code"].as_str().unwrap())
        .collect()
}

/// Calls whose output is the snapshot.
const SESSIONS: &str = include_str!("sessions.txt");

#[test]
fn the_output_of_commands_and_of_errors_in_command_lines_is_unchanged() {
    let mut text = String::new();
    for line in SESSIONS.lines() {
        let (program, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let path = if program == "tree" { TREE } else { REPORTS };
        let run = Tool::new(path)
            .args(arguments.split_whitespace())
            .env("REPORTS_OUTPUT", "human")
            .run();
        text += &format!("$ {line}\n{}{}\n", run.stdout(), run.stderr());
    }
    same(text, snapbox::file!["snapshots/sessions.txt"]);
    for alias in [["db", "copy", "--help"], ["help", "db", "sync"]] {
        assert_eq!(
            tree(&alias).stdout(),
            tree(&["db", "sync", "--help"]).stdout()
        );
    }
}

#[test]
fn a_set_combines_types_and_codes() {
    const SET: ErrorSet = error_set![NetError, "STORE_LOCKED" in SyncError];
    fn with<E: Declares>() -> ErrorSet {
        error_set![NetError].and(&error_set![E])
    }
    assert_eq!(SET.codes(), ["NET_DOWN", "STORE_LOCKED"]);
    assert_eq!(
        SET.catalog()
            .iter()
            .map(ErrorDef::exit_code)
            .collect::<Vec<_>>(),
        [12, 12]
    );
    assert_eq!(
        error_set![SyncError,].codes(),
        ["CANCELLED", "STORE_GONE", "STORE_LOCKED"]
    );
    assert_eq!(
        error_set!["STORE_GONE" | "STORE_LOCKED" in StoreError].codes(),
        ["STORE_GONE", "STORE_LOCKED"]
    );
    assert_eq!(
        with::<StoreError>().codes(),
        ["NET_DOWN", "STORE_GONE", "STORE_LOCKED"]
    );
    let twice =
        error_set![SyncError, StoreError, "STORE_GONE" in StoreError].and(&error_set![StoreError]);
    assert_eq!((twice.codes().len(), twice.catalog().len()), (3, 3));
    assert!(error_set![].catalog().is_empty());
}

#[test]
fn common_codes_are_allowed_but_not_contained() {
    let set = error_set![NetError];
    for code in ["INTERNAL", "OUTPUT_NOT_WRITTEN", "UNCLASSIFIED_ERROR"] {
        assert!(set.allows(code) && !set.contains(code), "{code}");
    }
    assert!(
        !set.allows("INTERRUPTED"),
        "only of programs that handle signals"
    );
    assert!(set.allows("NET_DOWN") && !set.allows("STORE_GONE") && !set.allows(""));
}

/// In debug builds, a code outside the set is reported. Nothing else changes.
#[test]
fn a_code_that_a_command_does_not_declare_is_reported() {
    let complaint = |command: &str| {
        format!(
            "warning: `{command}` ended with NET_DOWN, which is not among its errors; add it to the command's `error_set![]`\n"
        )
    };
    let sync =
        |name: &'static str, code: &'static str| vec!["db", name, "--key", "k", "--fast", code];
    for (arguments, code, exit, complains) in [
        (
            sync("sync", "NET_DOWN"),
            "NET_DOWN",
            12,
            Some("tree db sync"),
        ),
        (
            sync("copy", "NET_DOWN"),
            "NET_DOWN",
            12,
            Some("tree db sync"),
        ),
        (
            sync("hidden-alias", "NET_DOWN"),
            "NET_DOWN",
            12,
            Some("tree db sync"),
        ),
        // The errors of commands above and of every program are expected.
        (sync("sync", "STORE_BROKEN"), "STORE_BROKEN", 79, None),
        (sync("sync", "STORE_LOCKED"), "STORE_LOCKED", 12, None),
        (vec!["db", "sync"], "MISSING_REQUIRED_FLAGS", 2, None),
        (
            sync("sync", "CONFIRMATION_REQUIRED"),
            "CONFIRMATION_REQUIRED",
            2,
            None,
        ),
        // A command without declarations may return any code.
        (vec!["plain"], "NET_DOWN", 12, None),
        // A subcommand that replaces its parent inherits no errors.
        (vec!["measure", "oak"], "NET_DOWN", 12, None),
        (
            vec!["measure", "list"],
            "NET_DOWN",
            12,
            Some("tree measure list"),
        ),
    ] {
        let run = tree(&arguments);
        run.assert_code(code).assert_exit(exit).assert_schema();
        let expected = complains
            .filter(|_| cfg!(debug_assertions))
            .map_or(String::new(), complaint);
        assert_eq!(run.stderr(), expected, "{arguments:?}");
    }
    let run = tree(&sync("sync", "INTERNAL"));
    run.assert_code("INTERNAL").assert_exit(70);
    assert!(!run.stderr().contains("not among its errors"), "{run}");
}

#[test]
fn a_command_is_found_by_every_spelling() {
    let expected = data(&["errors", "list", "--all", "--command", "db sync"]);
    for path in [
        "db.sync",
        "tree db sync",
        "db copy",
        "db hidden-alias",
        "  db   sync ",
    ] {
        assert_eq!(
            data(&["errors", "list", "--all", "--command", path]),
            expected,
            "{path}"
        );
    }
    for (asked, nearest) in [
        ("db snyc", "db sync"),
        ("bd", "db"),
        ("db prnue", "db prune"),
        ("sync", "db sync"),
        ("secret-comand", ""),
    ] {
        let run = tree(&["errors", "list", "--command", asked]);
        run.assert_code("UNKNOWN_COMMAND")
            .assert_exit(2)
            .assert_schema();
        assert_eq!(
            envelope(&run)["error"]["context"]["nearest"][0]
                .as_str()
                .unwrap_or_default(),
            nearest
        );
    }
}

#[test]
fn without_its_commands_a_program_cannot_list_them() {
    let matches = ErrorsCommand::command().get_matches_from(["errors", "list", "--command", "db"]);
    let command = ErrorsCommand::from_arg_matches(&matches).unwrap();
    assert_eq!(command.run().unwrap_err().code(), "COMMANDS_NOT_DECLARED");
    assert!(ErrorsCommand::list().run().is_ok());
    let unknown = ErrorsCommand::explain("NOPE").run().unwrap_err();
    assert_eq!(unknown.code(), "UNKNOWN_ERROR_CODE");
    let run = |name| {
        let matches = FullErrorsCommand::command().get_matches_from(["errors", name]);
        FullErrorsCommand::from_arg_matches(&matches).unwrap().run()
    };
    assert_eq!(run("manifest").unwrap_err().code(), "COMMANDS_NOT_DECLARED");
    assert!(run("catalog").is_ok(), "the rest needs none");
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
        (&["errors", "list", "--prefix"], "INVALID_FLAG_VALUE"),
        (&["--output=xml"], "INVALID_FLAG_VALUE"),
        (&[], "USER_NOT_FOUND"),
    ] {
        let run = reports(arguments);
        run.assert_code(code);
        assert!(validator.is_valid(&envelope(&run)), "{run}");
        assert!(
            schema["$defs"].get(code).is_some(),
            "{code} has no definition of its own"
        );
        reports(&["errors", "explain", code]).assert_exit(0);
    }
}

#[test]
fn codes_of_the_library_are_separate() {
    let list = |arguments: &[&str]| {
        envelope(&reports(&[&["errors", "list"], arguments].concat()))["data"].take()
    };
    for fields in [&[][..], &["--all"]] {
        for row in list(fields)["errors"].as_array().unwrap() {
            let origin = if row["code"] == "USER_NOT_FOUND" {
                Value::Null
            } else {
                "agent-error".into()
            };
            assert_eq!(row["origin"], origin, "{row}");
        }
    }
    let all = list(&[]);
    assert!(!codes(&all).contains(&"COMMANDS_NOT_DECLARED"));
    let document: Document = reports(&["errors", "catalog"]).stdout().parse().unwrap();
    assert_eq!(
        document
            .lint()
            .codes()
            .iter()
            .map(|code| code.code.as_str())
            .collect::<Vec<_>>(),
        ["USER_NOT_FOUND"]
    );
    assert!(
        catalog![ready::RateLimited]
            .document()
            .parse::<Document>()
            .unwrap()
            .lint()
            .codes()
            .is_empty()
    );
    assert_eq!(
        catalog![Late].own().get(Late.code()).unwrap().exit_code(),
        9
    );
}

#[test]
fn a_page_is_only_named_for_codes_whose_pages_are_written() {
    let listed = data(&["errors", "list"]);
    let page = |code: &str| data(&["errors", "explain", code]).get("docs_url").cloned();
    for unlisted in ["RATE_LIMITED", "DEPRECATED"] {
        assert!(!codes(&listed).contains(&unlisted), "{unlisted}");
        tree(&["errors", "explain", unlisted]).assert_code("UNKNOWN_ERROR_CODE");
    }
    let catalog: Document = tree(&["errors", "catalog"]).stdout().parse().unwrap();
    let pages: Vec<String> = catalog
        .export(ExportFormat::Markdown)
        .into_iter()
        .map(|file| file.path)
        .collect();
    for code in [
        "STORE_LOCKED",
        "CONFIRMATION_REQUIRED",
        "INTERACTIVE_PROMPT_BLOCKED",
        "INTERNAL",
        "UNKNOWN_FLAG",
        "UNKNOWN_ERROR_CODE",
    ] {
        assert_eq!(
            page(code).unwrap(),
            format!("https://tree.example.com/{code}")
        );
        assert!(pages.contains(&format!("{code}.md")), "{code}");
    }
}

#[test]
fn the_catalog_document_is_bare_whatever_the_output_flags_are() {
    let plain = tree(&["errors", "catalog"]).stdout();
    assert!(plain.starts_with("{\n  \"catalog_version\": "), "{plain}");
    let with = |arguments: &[&str]| tree(arguments).stdout();
    for format in ["human", "json", "brief"] {
        assert_eq!(with(&["errors", "catalog", "--output", format]), plain);
        let tool = Tool::new(TREE)
            .args(["errors", "catalog"])
            .env("TREE_OUTPUT", format);
        assert_eq!(tool.run().stdout(), plain);
    }
    assert_eq!(
        (
            with(&["errors", "catalog", "--agent"]),
            with(&["--agent", "errors", "catalog"])
        ),
        (plain.clone(), plain)
    );
}

/// The tests of the `agent-error` program use these catalogs. They have no line numbers of the
/// library.
#[test]
fn the_catalogs_in_other_tests_are_up_to_date() {
    let document = |run: Run| {
        let mut document = String::new();
        for line in run.stdout().lines() {
            let is_of_library = document
                .lines()
                .last()
                .is_some_and(|line| line.contains("\"file\": \"runtime/"));
            document += if is_of_library {
                "        \"line\": 1"
            } else {
                line
            };
            document.push('\n');
        }
        document
    };
    same(
        document(tree(&["errors", "catalog"])),
        snapbox::file!["../../runtime/cli/tests/catalogs/tree.json"],
    );
    same(
        document(reports(&["errors", "catalog"])),
        snapbox::file!["../../runtime/cli/tests/catalogs/reports.json"],
    );
}

#[test]
fn advice_and_warnings_spell_the_formats_alike() {
    let refused = tree(&["plain", "--output", "yaml"]);
    let linked = ["human", "json", "brief"];
    assert_eq!(
        envelope(&refused)["error"]["context"]["valid"],
        json!(linked)
    );
    let refused = tree(&["plain", "--output", "JSON"]);
    assert_eq!(
        envelope(&refused)["error"]["context"]["nearest"],
        json!(["json"])
    );
    let warned = Tool::new(TREE)
        .args(["errors", "exits"])
        .env("TREE_OUTPUT", "yaml")
        .run();
    let warning = format!(
        "TREE_OUTPUT=yaml is not a format; expected one of {}",
        linked.join(", ")
    );
    assert_eq!(envelope(&warned)["warnings"], json!([warning]));
}

#[test]
fn a_format_works_in_a_program_that_names_it_and_is_a_usage_error_in_another() {
    for format in ["nested", "flat", "xml", "tagged", "problem"] {
        for run in [
            tree(&["plain", "--output", format]),
            reports(&[&format!("--output={format}")]),
        ] {
            run.assert_code("INVALID_FLAG_VALUE").assert_exit(2);
            let error = &envelope(&run)["error"];
            assert!(
                format!("{error}").contains("brief"),
                "the error lists the linked formats: {error}"
            );
        }
        let answers = Tool::new(env!("CARGO_BIN_EXE_answers")).args(["fail", "--output", format]);
        answers.run().assert_code("SERVICE_DOWN").assert_exit(12);
    }
}
