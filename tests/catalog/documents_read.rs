//! Tests of documents from programs in other languages, and of invalid documents.

use agent_error_tooling::{Contract, Document, DocumentError, ExportFormat, document_schema};
use serde_json::{Value, json};

/// Creates a code with only the required facts.
fn minimal(code: &str) -> Value {
    json!({
        "code": code, "exit_code": 5, "retryable": false, "side_effects": "none", "phase": "execution",
        "severity": "error", "http_status": 404,
    })
}

/// Creates the document of a program in another language. It has no Rust types and no source locations.
fn foreign() -> Value {
    let mut locked = minimal("STORE_LOCKED");
    for (name, value) in [
        ("exit_code", json!(12)),
        ("retryable", json!(true)),
        ("retry_after_ms", json!(2000)),
        ("retry_strategy", json!("linear_backoff")),
        ("summary", json!("Another process writes to the store.")),
        ("message", json!("{path} is locked by {owner}")),
        ("suggestion", json!("Wait, then repeat the command")),
        ("docs_url", json!("https://store.example.com/errors/STORE_LOCKED")),
        (
            "context",
            json!([
                {"name": "path", "type": "string", "summary": "The file."},
                {"name": "owner", "schema": {"type": ["integer", "null"]}},
                {"name": "token", "shown": "redacted"},
                {"name": "more"},
            ]),
        ),
    ] {
        locked[name] = value;
    }
    json!({"catalog_version": "1.0", "errors": [locked, minimal("STORE_GONE")]})
}

#[track_caller]
fn read(document: &Value) -> Document {
    document.to_string().parse().unwrap()
}

#[track_caller]
fn refused(document: &str) -> DocumentError {
    document.parse::<Document>().unwrap_err()
}

#[test]
fn a_program_in_another_language_writes_a_valid_document() {
    let validator = jsonschema::draft202012::new(&document_schema()).unwrap();
    let problems: Vec<String> = validator.iter_errors(&foreign()).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(read(&foreign()).codes().collect::<Vec<_>>(), ["STORE_GONE", "STORE_LOCKED"]);
}

#[test]
fn a_document_of_another_language_has_every_export() {
    let document = read(&foreign());
    let text = |format: ExportFormat| document.export(format).into_iter().map(|file| file.text).collect::<String>();
    for (format, expected) in [
        (ExportFormat::Schema, r#""owner": { "type": ["integer", "null"] }"#),
        (ExportFormat::OpenApi, r#""title": "Errors of program""#),
        (ExportFormat::Markdown, "| `path` | string | The file. |\n| `owner` | integer or null |  |\n"),
        (
            ExportFormat::Markdown,
            "- **Retry:** yes; the same call may succeed later; wait 2s; with the same pause each time\n",
        ),
        (ExportFormat::Markdown, "- **Exit code:** 12, specific to this program\n"),
        (ExportFormat::Markdown, "# Errors of program\n"),
    ] {
        assert!(text(format).contains(expected), "{format} lacks {expected}\n{}", text(format));
    }
    let named = document.clone().with_program("store", "3.1").export(ExportFormat::OpenApi).remove(0).text;
    let named: Value = serde_json::from_str(&named).unwrap();
    assert_eq!(named["info"], json!({"title": "Errors of store", "version": "3.1"}));
}

#[test]
fn the_meaning_of_an_exit_code_is_that_of_the_document() {
    let mut document = foreign();
    document["exit_codes"] = json!([
        {"exit_code": 12, "name": "STORE_BUSY", "description": "The store is in use.", "advice": "Wait for it."},
    ]);
    let pages = read(&document).export(ExportFormat::Markdown);
    let pages: String = pages.into_iter().map(|file| file.text).collect();
    assert!(pages.contains("12 STORE_BUSY. The store is in use.\n"), "{pages}");
}

#[test]
fn the_lint_of_another_language_names_no_place() {
    let lint = read(&foreign()).lint();
    let text = lint.text(agent_error::format::Terminal::default());
    let row = text.lines().find(|line| line.starts_with("STORE_GONE") && line.contains("docs page")).unwrap();
    assert!(row.ends_with(" -"), "{text}");
    let report = json!(lint);
    assert_eq!(report["codes"][0]["code"], "STORE_GONE");
    assert_eq!((report["codes"][0].get("place"), report["codes"][0].get("declared_by")), (None, None));
    assert!(report["not_checked"].as_str().unwrap().contains("commands and flags"), "{report}");
    assert!(text.contains("\nNot checked: whether the commands and flags in the advice exist"), "{text}");
    assert_eq!(read(&foreign()).source("STORE_GONE"), None);
}

#[test]
fn documents_of_another_language_are_compared_and_locked() {
    let old = Contract::of(&read(&foreign()));
    assert_eq!(old.to_lock().parse::<Contract>().unwrap(), old);
    let mut new = foreign();
    new["errors"][0]["context"][0]["type"] = json!("integer");
    new["errors"][1]["exit_code"] = json!(6);
    let changes = old.changes_to(&Contract::of(&read(&new)));
    let changes: Vec<String> = changes.iter().map(|change| format!("{} {change}", change.class)).collect();
    assert_eq!(
        changes,
        [
            "breaking STORE_GONE: exit code 5 became 6",
            "breaking STORE_LOCKED: context field `path`: `string` became `integer`; it has other values",
        ]
    );
}

#[test]
fn unknown_members_of_a_later_minor_version_are_ignored() {
    let mut document = foreign();
    document["catalog_version"] = json!("1.1");
    document["invented"] = json!([1]);
    document["errors"][0]["invented"] = json!({"a": null});
    document["errors"][0]["context"][0]["invented"] = json!(1);
    let (newer, known) = (read(&document), read(&foreign()));
    assert_eq!(newer.export(ExportFormat::Schema), known.export(ExportFormat::Schema));
    assert_eq!(Contract::of(&newer), Contract::of(&known));
}

#[test]
fn another_version_is_not_read() {
    for (version, found) in [(json!("2.0"), "2.0"), (json!("10.4"), "10.4"), (json!("two"), "two"), (json!(2), "2")] {
        let mut document = foreign();
        document["catalog_version"] = version;
        let expected = DocumentError::UnknownVersion { found: found.to_owned(), known: "1.0".to_owned() };
        assert_eq!(refused(&document.to_string()), expected);
        assert_eq!(document.to_string().parse::<Contract>().unwrap_err(), expected);
    }
}

#[test]
fn invalid_documents_are_rejected() {
    let conflict = "{\n<<<<<<< ours\n\"catalog_version\": \"1.0\"\n=======\n>>>>>>> theirs\n}";
    assert_eq!(refused(conflict), DocumentError::MergeConflict { line: 2 });
    for text in ["", "{", "errors: []", "{} {}"] {
        assert!(matches!(refused(text), DocumentError::NotJson { .. }), "{text}");
    }
    for text in ["{}", "[]", "null", "7", r#"{"errors": []}"#] {
        assert_eq!(refused(text), DocumentError::NotACatalog, "{text}");
    }
    let marked = format!("\u{feff}{}", foreign());
    assert_eq!(marked.parse::<Document>().unwrap().len(), 2, "a byte order mark is skipped");
}

#[test]
fn a_mistake_is_reported_with_its_path_and_line() {
    let good = || {
        let mut document = foreign();
        let mut shared = minimal("STORE_LOCKED");
        shared["context"] = json!([{"name": "path"}]);
        document["errors"][0]["also_declared"] = json!([shared]);
        document["errors"][0]["classify"] = json!([{"rule": "code", "value": "40001"}]);
        document["errors"][0]["templates"] = json!({"message": "{path:?} is locked by {owner}"});
        document["errors"][0]["source"] = json!({"file": "store.py", "line": 7});
        document["program"] = json!({"name": "store", "version": "1.0"});
        document["retired"] = json!([{"code": "STORE_OLD", "note": "use STORE_GONE"}]);
        document["commands"] = json!({"list": ["STORE_GONE"]});
        document["exit_codes"] = json!([{"exit_code": 5, "name": "GONE"}]);
        document
    };
    assert_eq!(read(&good()).source("STORE_LOCKED"), Some(("store.py", 7)));
    let missing = Value::Null;
    for (pointer, value, problem) in [
        ("/program/name", missing.clone(), "`program`: missing field `name`"),
        ("/program/version", json!(1), "`program.version`: invalid type: integer `1`, expected a string"),
        ("/errors", missing.clone(), "missing field `errors`"),
        ("/errors", json!({}), "`errors`: invalid type: map, expected a sequence"),
        ("/errors/1", json!("STORE_GONE"), "`errors[1]`: invalid type: string \"STORE_GONE\""),
        ("/errors/1/code", missing.clone(), "`errors[1]`: code: missing `code`"),
        ("/errors/1/code", json!("STORE_LOCKED"), "`errors`: duplicate code `STORE_LOCKED`; put other declarations"),
        ("/errors/0/exit_code", missing.clone(), "`errors[0]`: STORE_LOCKED: missing `exit_code`"),
        ("/errors/0/exit_code", json!("12"), "`errors[0]`: STORE_LOCKED: `exit_code` is not an integer from 1 to 125"),
        ("/errors/0/retryable", json!("yes"), "`errors[0]`: STORE_LOCKED: `retryable` is not true or false"),
        ("/errors/0/severity", json!("bad"), "STORE_LOCKED: `severity` is not one of warning, error, critical"),
        ("/errors/0/message", json!(1), "STORE_LOCKED: `message` is not a string"),
        ("/errors/0/classify/0", json!("code"), "STORE_LOCKED: `classify` is not a list of rules"),
        ("/errors/0/of_every_program", json!("no"), "`errors[0].of_every_program`: invalid type"),
        ("/errors/0/source/line", json!("7"), "`errors[0].source.line`: invalid type"),
        ("/errors/0/templates/message", json!(1), "`errors[0].templates.message`: invalid type"),
        ("/errors/0/context", json!("path"), "`errors[0].context`: invalid type"),
        ("/errors/0/context/0/name", missing.clone(), "`errors[0].context[0]`: missing field `name`"),
        ("/errors/0/context/1/schema", json!("int"), "`errors[0].context[1].schema`: invalid type"),
        ("/errors/0/context/2/shown", json!("no"), "`errors[0].context[2].shown`: unknown variant `no`"),
        ("/errors/0/also_declared/0/phase", json!(1), "`errors[0].also_declared[0]`: STORE_LOCKED: `phase` is not one"),
        ("/retired/0/note", json!(1), "`retired[0].note`: invalid type"),
        ("/commands/list/0", json!(1), "`commands.list[0]`: invalid type"),
        ("/exit_codes/0/exit_code", json!(300), "`exit_codes[0].exit_code`: invalid value"),
    ] {
        let mut bad = good();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match (bad.pointer_mut(parent).unwrap(), value) {
            (Value::Array(values), value) => values[name.parse::<usize>().unwrap()] = value,
            (object, Value::Null) => drop(object.as_object_mut().unwrap().remove(name)),
            (object, value) => object[name] = value,
        }
        let message = refused(&format!("{bad:#}")).to_string();
        assert!(message.contains(problem) && message.contains(" at line "), "{pointer}: {message}");
    }
}
