//! Tests of the facts that the views of a catalog show.

use agent_error::catalog::{CatalogError, Fields, Filter};
use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://example.com/{code}")]
#[allow(dead_code, reason = "only the declarations matter")]
enum View {
    /// The row is missing.
    ///
    /// It may have been deleted.
    #[error("no row {id}")]
    #[code("VIEW_ROW_NOT_FOUND", exit = 5, suggest = "List rows, not {id}", fix = "db rows", actions("row.list"))]
    Row {
        /// The key of the row.
        id: u64,
        #[context(secret)]
        pin: u8,
    },
    /// The table is missing.
    #[error("no table")]
    #[code("VIEW_TABLE_NOT_FOUND", exit = 5, status = 404)]
    #[deprecated(note = "use VIEW_ROW_NOT_FOUND")]
    Table,
    /// The server is busy.
    #[error("busy")]
    #[code("VIEW_BUSY", exit = 12, retry_after = "5s", retry = exponential)]
    Busy,
    #[error("own")]
    #[code("VIEW_OWN", exit = 79, severity = critical)]
    Own,
    /// Half done.
    #[error("half")]
    #[code("VIEW_HALF", exit = 3)]
    Half,
}

fn catalog() -> Catalog {
    Catalog::of::<View>()
}

fn listed(filter: &Filter) -> Vec<&'static str> {
    catalog().list(filter).iter().map(|entry| entry.def.code()).collect()
}

#[test]
fn a_list_is_filtered_by_exit_code_retry_and_prefix() {
    let all = ["VIEW_BUSY", "VIEW_HALF", "VIEW_OWN", "VIEW_ROW_NOT_FOUND", "VIEW_TABLE_NOT_FOUND"];
    assert_eq!(listed(&Filter::default()), all);
    let exit = Filter { exit: Some(5), ..Filter::default() };
    assert_eq!(listed(&exit), ["VIEW_ROW_NOT_FOUND", "VIEW_TABLE_NOT_FOUND"]);
    let retryable = Filter { retryable: true, ..Filter::default() };
    assert_eq!(listed(&retryable), ["VIEW_BUSY"]);
    let prefix = Filter { prefix: Some("VIEW_T".into()), ..Filter::default() };
    assert_eq!(listed(&prefix), ["VIEW_TABLE_NOT_FOUND"]);
    let both = Filter { exit: Some(5), retryable: true, ..Filter::default() };
    assert!(listed(&both).is_empty());
}

#[test]
fn a_list_as_json_has_every_fact_of_every_code() {
    let filter = Filter { prefix: Some("VIEW_ROW".into()), ..Filter::default() };
    assert_eq!(
        serde_json::to_value(catalog().list(&filter).with_fields(&Fields::All)).unwrap(),
        json!({"errors": [{
            "code": "VIEW_ROW_NOT_FOUND",
            "summary": "The row is missing.",
            "description": "It may have been deleted.",
            "message": "no row {id}",
            "exit_code": 5,
            "suggestion": "List rows, not {id}",
            "fix_command": "db rows",
            "docs_url": "https://example.com/VIEW_ROW_NOT_FOUND",
            "retryable": false,
            "side_effects": "none",
            "phase": "execution",
            "severity": "error",
            "actions": ["row.list"],
            "context": [
                {"name": "id", "type": "integer", "rust_type": "u64", "shown": "value", "summary": "The key of the row."},
                {"name": "pin", "type": "string", "rust_type": "u8", "shown": "redacted"}
            ],
            "declared_by": "derive::catalog_views::View::Row"
        }]})
    );
}

#[test]
fn a_list_is_lean_unless_more_is_asked_for() {
    let filter = Filter { prefix: Some("VIEW_ROW".into()), ..Filter::default() };
    let list = |fields: &Fields| serde_json::to_string(&catalog().list(&filter).with_fields(fields)).unwrap();
    assert_eq!(
        list(&Fields::Lean),
        r#"{"errors":[{"code":"VIEW_ROW_NOT_FOUND","exit_code":5,"summary":"The row is missing."}]}"#
    );
    let named = Fields::Named(vec!["suggestion".to_owned(), "code".to_owned(), "actions".to_owned()]);
    assert_eq!(
        list(&named),
        r#"{"errors":[{"code":"VIEW_ROW_NOT_FOUND","suggestion":"List rows, not {id}","actions":["row.list"]}]}"#
    );
}

#[test]
fn a_list_as_text_has_a_row_a_code() {
    let text = catalog().list(&Filter::default()).text(Terminal::default());
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(3).collect()).collect();
    assert_eq!(rows.len(), 6, "{text}");
    assert_eq!(rows[0], ["CODE", "EXIT", "RETRY"]);
    assert_eq!(rows[1], ["VIEW_BUSY", "12", "yes"]);
    assert_eq!(rows[4], ["VIEW_ROW_NOT_FOUND", "5", "no"]);
    let nothing = Filter { exit: Some(99), ..Filter::default() };
    assert_eq!(catalog().list(&nothing).text(Terminal::default()), "No matching codes.\n");
}

#[test]
fn an_explanation_contains_every_fact_of_a_code() {
    let catalog = catalog();
    let row = catalog.explain("VIEW_ROW_NOT_FOUND").unwrap();
    assert_eq!(row.declarations()[0].def.code(), "VIEW_ROW_NOT_FOUND");
    let text = row.text(Terminal::default());
    for part in [
        "The row is missing.",
        "It may have been deleted.",
        "no row {id}",
        "5 NOT_FOUND",
        "List rows, not {id}",
        "db rows",
        "row.list",
        "id (integer) - The key of the row.",
        "pin (string, redacted)",
        "https://example.com/VIEW_ROW_NOT_FOUND",
        "derive::catalog_views::View::Row",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let busy = catalog.explain("view_busy").unwrap().text(Terminal::default());
    assert!(busy.contains("wait 5") && busy.contains("double the pause each time"), "{busy}");
    let table = serde_json::to_value(catalog.explain("VIEW_TABLE_NOT_FOUND").unwrap()).unwrap();
    assert_eq!(table["deprecated"], "use VIEW_ROW_NOT_FOUND");
    assert_eq!(table["status"], 404);
}

#[test]
fn an_unknown_code_is_an_error_with_the_nearest_ones() {
    let error = catalog().explain("VIEW_TABEL_NOT_FOUND").unwrap_err();
    assert_eq!((error.code(), error.exit_code()), ("UNKNOWN_ERROR_CODE", 5));
    let CatalogError::UnknownCode { code, nearest, .. } = &error else { panic!("{error:?}") };
    assert_eq!((code.as_str(), nearest[0].as_str()), ("VIEW_TABEL_NOT_FOUND", "VIEW_TABLE_NOT_FOUND"));
    assert!(error.suggestion().unwrap().contains("that the program lists"));
    let error = catalog().explain("QUOTA").unwrap_err();
    assert_eq!(crate::context(&error), json!({"code": "QUOTA"}));
    assert!(error.suggestion().unwrap().contains("that the program lists"));
}

#[test]
fn near_codes_are_found_whatever_their_case() {
    let catalog = catalog();
    assert_eq!(catalog.nearest("view_bussy"), ["VIEW_BUSY"]);
    assert_eq!(catalog.nearest("VIEW_OWNS"), ["VIEW_OWN"]);
    assert_eq!(catalog.nearest("NOT_FOUND"), ["VIEW_ROW_NOT_FOUND", "VIEW_TABLE_NOT_FOUND"]);
    assert!(catalog.nearest("ELSEWHERE").is_empty());
}

#[test]
fn codes_are_grouped_by_their_exit_code() {
    let catalog = catalog();
    let groups: Vec<(u8, usize)> = catalog.by_exit().iter().map(|(exit, defs)| (*exit, defs.len())).collect();
    assert_eq!(groups, [(3, 1), (5, 2), (12, 1), (79, 1)]);
}

#[test]
fn the_exit_codes_of_a_program_begin_with_success() {
    let exits = serde_json::to_value(catalog().exits()).unwrap();
    let rows = exits["exit_codes"].as_array().unwrap();
    let codes: Vec<(&Value, &Value)> = rows.iter().map(|row| (&row["exit_code"], &row["codes"])).collect();
    assert_eq!(
        codes,
        [
            (&json!(0), &json!([])),
            (&json!(3), &json!(["VIEW_HALF"])),
            (&json!(5), &json!(["VIEW_ROW_NOT_FOUND", "VIEW_TABLE_NOT_FOUND"])),
            (&json!(12), &json!(["VIEW_BUSY"])),
            (&json!(79), &json!(["VIEW_OWN"])),
        ]
    );
    let row = |index: usize, key: &str| rows[index][key].clone();
    assert_eq!((row(1, "side_effects"), row(1, "retryable")), (json!("partial"), json!(false)));
    assert_eq!((row(3, "name"), row(3, "retryable")), (json!("UNAVAILABLE"), json!(true)));
    assert_eq!(row(4, "name"), Value::Null, "79 is a program's own");
    let text = catalog().exits().text(Terminal::default());
    assert!(text.starts_with("EXIT") && text.contains("VIEW_OWN"), "{text}");
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("lost")]
#[code("view_table_lost")]
struct Snake;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("lost")]
#[code("ViewTableLost")]
struct Pascal;

#[test]
fn codes_of_every_case_are_found_and_near() {
    let (snake, pascal) = (Catalog::of::<Snake>(), Catalog::of::<Pascal>());
    assert_eq!(snake.nearest("view_tabel_lost"), [Snake.code()]);
    assert_eq!(pascal.nearest("ViewTabelLost"), [Pascal.code()]);
    assert!(snake.explain("VIEW_TABLE_LOST").is_ok() && pascal.explain("viewtablelost").is_ok());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum Awkward {
    #[error("")]
    #[code("VIEW_AWKWARD_EMPTY")]
    #[deprecated = " "]
    Empty,
    #[error("\n\nx\u{1b}[31m")]
    #[code("VIEW_AWKWARD_LINES", suggest = "\n a", detail = "é {{ é")]
    Lines,
}

#[test]
fn texts_that_are_empty_or_begin_with_a_line_end_are_explained() {
    let catalog = Catalog::of::<Awkward>();
    assert_eq!((Awkward::Empty.code(), Awkward::Lines.code()), ("VIEW_AWKWARD_EMPTY", "VIEW_AWKWARD_LINES"));
    for width in [None, Some(0), Some(40), Some(10_000)] {
        let terminal = Terminal { width, color: true };
        let empty = catalog.explain("VIEW_AWKWARD_EMPTY").unwrap().text(terminal);
        assert!(!empty.contains("deprecated") && !empty.contains("message"), "{empty}");
        let lines = catalog.explain("VIEW_AWKWARD_LINES").unwrap().text(Terminal { width, color: false });
        assert!(lines.contains("\n  message   x\n"), "{lines:?}");
        assert!(lines.contains("\n  detail    é { é\n") && lines.contains("\n  help      a\n"), "{lines:?}");
    }
}
