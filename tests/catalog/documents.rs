//! Tests that catalog documents match their published schema, and that tools read all of them:
//! those of Rust programs, of programs in other languages, and invalid ones.

use crate::shop::{ShopError, catalog};
use crate::{json_of, minimal, replace, same};
use agent_error::__tooling::{RetiredDef, TypeDef};
use agent_error::Declares;
use agent_error::ready::{InvalidFields, InvalidValue};
use agent_error::{Catalog, ErrorSet, error_set};
use agent_error_tooling::{Contract, Document, DocumentError, ExportFormat, document_schema};
use serde_json::{Value, json};
use snapbox::file;

fn validator() -> jsonschema::Validator {
    let schema = document_schema();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Creates a catalog that uses every member a document can have. For the facts of a code, see
/// `tests/derive/every_key.rs`.
fn whole() -> Catalog {
    const ALL: ErrorSet = error_set![ShopError];
    let command = |name: &'static str| clap::Command::new(name);
    let shop = command("shop")
        .subcommand_required(true)
        .subcommand(command("list"))
        .subcommand(command("buy"));
    let shop = agent_error::clap::CommandExt::errors(shop, error_set!["SHOP_CLOSED" in ShopError]);
    let codes = [RetiredDef {
        code: "SHOP_OLD",
        note: Some("use SHOP_CLOSED"),
    }];
    let retired = TypeDef {
        retired: Box::leak(Box::new(codes)),
        ..*ShopError::TYPE
    };
    let types = [
        &*Box::leak(Box::new(retired)),
        InvalidValue::TYPE,
        InvalidFields::TYPE,
    ];
    let catalog = Catalog::__from_types(&types).unwrap();
    catalog
        .with_commands(&shop)
        .with_tools(&[("buy", ALL)])
        .named("shop", "1.2.3")
}

fn catalogs() -> [Catalog; 5] {
    let empty = Catalog::__from_types(&[]).unwrap();
    [
        catalog(),
        whole(),
        Catalog::linked().unwrap(),
        Catalog::__complete().0,
        empty,
    ]
}

#[test]
fn every_document_matches_the_published_schema() {
    let validator = validator();
    for document in catalogs().iter().map(json_of).chain([foreign()]) {
        let problems: Vec<String> = validator
            .iter_errors(&document)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert!(problems.is_empty(), "{problems:#?}");
    }
    let mut document = json_of(&whole());
    let codes = document["errors"].take();
    assert_eq!(codes.as_array().unwrap().len(), catalog().len() + 1);
    assert_eq!(
        codes[codes.as_array().unwrap().len() - 1]["also_declared"][0]["code"],
        "VALIDATION_ERROR"
    );
    same(format!("{document:#}\n"), file!["snapshots/whole.json"]);
}

/// Changes that the schema rejects: the place and the new value. `-` removes the member. `CLOSED`,
/// `MISSING` and `SHARED` are places of codes.
const REJECTED: &str = include_str!("rejected_documents.txt");

#[test]
fn documents_that_violate_the_schema_are_rejected() {
    let (validator, good) = (validator(), json_of(&whole()));
    let place = |code: &str| {
        good["errors"]
            .as_array()
            .unwrap()
            .iter()
            .position(|entry| entry["code"] == code)
            .unwrap()
    };
    for line in REJECTED.lines() {
        let mut text = line.to_owned();
        for (name, code) in [
            ("CLOSED", "SHOP_CLOSED"),
            ("MISSING", "SHOP_ARTICLE_MISSING"),
            ("SHARED", "VALIDATION_ERROR"),
        ] {
            if let Some(rest) = line.strip_prefix(name) {
                text = format!("/errors/{}{rest}", place(code));
            }
        }
        let (pointer, value) = text.split_once(' ').unwrap();
        let mut bad = good.clone();
        replace(&mut bad, pointer, value);
        assert!(!validator.is_valid(&bad), "{line}");
    }
}

/// Returns everything that tools make of a document.
fn made_of(document: &Document) -> Vec<String> {
    let mut all = vec![
        json!(document.lint()).to_string(),
        Contract::of(document).to_lock(),
    ];
    for word in ExportFormat::WORDS {
        let files = document.export(word.parse().unwrap());
        assert!(
            files
                .iter()
                .all(|file| file.text.ends_with('\n') && !file.text.contains('\r')),
            "{word}"
        );
        assert!(files.is_sorted_by_key(|file| &file.path), "{word}");
        all.extend(files.into_iter().flat_map(|file| [file.path, file.text]));
    }
    all
}

/// Creates the document of a program in another language. It has no Rust types and no source
/// locations.
fn foreign() -> Value {
    let locked = minimal(json!({
        "code": "STORE_LOCKED", "exit_code": 12, "retryable": true, "retry_after_ms": 2000,
        "retry_strategy": "linear_backoff", "summary": "Another process writes to the store.",
        "message": "{path} is locked by {owner}", "suggestion": "Wait, then repeat the command",
        "docs_url": "https://store.example.com/errors/STORE_LOCKED",
        "context": [
            {"name": "path", "type": "string", "summary": "The file."},
            {"name": "owner", "schema": {"type": ["integer", "null"]}},
            {"name": "token", "shown": "redacted"},
            {"name": "more"},
        ],
    }));
    let exits = json!([{"exit_code": 12, "name": "STORE_BUSY", "description": "The store is in use.", "advice": "Wait."}]);
    json!({"catalog_version": "1.0", "errors": [locked, minimal(json!({"code": "STORE_GONE", "exit_code": 5}))], "exit_codes": exits})
}

#[track_caller]
fn read(document: &Value) -> Document {
    document.to_string().parse().unwrap()
}

#[test]
fn a_document_of_another_language_is_exported_linted_and_locked() {
    let mut named = foreign();
    named["program"] = json!({"name": "store", "version": "3.1"});
    let document = read(&named);
    let text = format!(
        "{}\n{}",
        document.lint().text(&agent_error::Format::HUMAN.__style()),
        json!(document.lint())
    );
    let exports = [
        ExportFormat::Markdown,
        ExportFormat::Schema,
        ExportFormat::OpenApi,
    ]
    .map(|it| document.export(it));
    let files = exports
        .into_iter()
        .flatten()
        .map(|file| format!("==== {}\n{}", file.path, file.text));
    let text = format!(
        "{text}\n{}==== lock\n{}",
        files.collect::<String>(),
        Contract::of(&document).to_lock()
    );
    same(text, file!["snapshots/foreign.txt"]);
    assert_eq!(document.source("STORE_LOCKED"), None);
}

#[test]
fn a_page_never_leaves_the_folder() {
    let document = json!({"catalog_version": "1.0", "errors": [minimal(json!({"code": "../auth/denied", "exit_code": 5}))]});
    let files = read(&document).export(ExportFormat::Markdown);
    let names: Vec<&str> = files.iter().map(|file| &*file.path).collect();
    assert_eq!(names, ["SUMMARY.md", "~2e~.~2f~auth~2f~denied.md"]);
}

/// Returns the page of the only code.
#[track_caller]
fn page(document: &Value) -> String {
    let files = read(document).export(ExportFormat::Markdown);
    let page = files.into_iter().find(|file| file.path != "SUMMARY.md");
    page.unwrap().text
}

#[test]
fn a_code_never_replaces_the_index_or_the_page_of_another_code() {
    let codes = ["SUMMARY", "README", "index", "a/b", "a-b", "a~b"];
    let errors: Vec<Value> = codes
        .iter()
        .map(|code| minimal(json!({"code": code})))
        .collect();
    let document = read(&json!({"catalog_version": "1.0", "errors": errors}));
    let files = document.export(ExportFormat::Markdown);
    assert_eq!(files.len(), codes.len() + 1);
    let index = files.iter().find(|file| file.path == "SUMMARY.md").unwrap();
    assert!(index.text.starts_with("# Errors of"), "{}", index.text);
    for file in &files {
        let name = file.path.to_ascii_lowercase();
        assert!(name != "readme.md" && name != "index.md", "{name}");
        let is_linked = index.text.contains(&format!("]({})", file.path));
        assert!(is_linked || file.path == "SUMMARY.md", "{}", file.path);
    }
}

#[test]
fn a_page_shows_actions_as_commands() {
    let code = minimal(json!({
        "code": "CRATE_MISSING", "message": "no crate {name}",
        "actions": ["crate.list", "depot_crates", "GET /crates"],
        "context": [{"name": "name", "type": "string"}],
    }));
    let page = page(&json!({
        "catalog_version": "1.0", "program": {"name": "depot"}, "errors": [code],
        "commands": {"crate list": null},
    }));
    for shown in [
        "Try: `depot crate list`, `depot_crates`, `GET /crates`",
        "error[CRATE_MISSING]: no crate <name>",
        "try: depot crate list",
        "\"message\": \"no crate <name>\"",
        "\"name\": \"<name>\"",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}

#[test]
fn a_page_describes_a_failure_whose_message_is_known_only_at_run_time() {
    let code = json!({"code": "REFUSED", "message": "{reason}", "summary": "The server refuses."});
    let page = page(&json!({"catalog_version": "1.0", "errors": [minimal(code)]}));
    assert!(
        page.contains("error[REFUSED]: The server refuses\n"),
        "{page}"
    );
    assert!(!page.contains("{reason}"), "{page}");
}

#[test]
fn a_page_lists_each_field_once() {
    let field =
        |ty: &str, summary: &str| json!([{"name": "missing", "type": ty, "summary": summary}]);
    let mut code =
        minimal(json!({"code": "INPUT_MISSING", "context": field("array", "The flags.")}));
    let mut other = code.clone();
    other["context"] = field("string", "The flag.");
    code["also_declared"] = json!([other]);
    let page = page(&json!({"catalog_version": "1.0", "errors": [code]}));
    let row = "| `missing` | array or string | The flags. The flag. |";
    assert!(page.contains(row), "{page}");
    assert_eq!(page.matches("| `missing`").count(), 1);
}

#[test]
fn the_example_on_each_page_matches_the_schema() {
    for catalog in catalogs() {
        let document: Document = catalog.document().parse().unwrap();
        let schema = jsonschema::validator_for(&document.envelope_schema()).unwrap();
        for page in document.export(ExportFormat::Markdown) {
            let Some((_, rest)) = page.text.split_once("```json\n") else {
                assert!(page.path == "SUMMARY.md" || page.text.contains("**Retired:**"));
                continue;
            };
            // The schemas of their fields need more than a sample of each type.
            if ["SHOP_DESCRIBED.md", "SHOP_STD.md"].contains(&&*page.path) {
                continue;
            }
            let (json, _) = rest.split_once("\n```").unwrap();
            let envelope: Value = serde_json::from_str(json).unwrap();
            let problems: Vec<String> = schema
                .iter_errors(&envelope)
                .map(|error| error.to_string())
                .collect();
            assert!(problems.is_empty(), "{}: {problems:#?}", page.path);
        }
    }
}

#[test]
fn unknown_members_of_a_later_minor_version_are_ignored() {
    let mut document = foreign();
    document["catalog_version"] = json!("1.1");
    document["invented"] = json!([1]);
    document["errors"][0]["invented"] = json!({"a": null});
    document["errors"][0]["context"][0]["invented"] = json!(1);
    assert_eq!(made_of(&read(&document)), made_of(&read(&foreign())));
}

#[track_caller]
fn refused(document: &str) -> DocumentError {
    let error = document.parse::<Document>().unwrap_err();
    assert_eq!(document.parse::<Contract>().unwrap_err(), error);
    error
}

#[test]
fn other_versions_and_files_are_not_read() {
    for (version, found) in [
        ("\"2.0\"", "2.0"),
        ("\"10.4\"", "10.4"),
        ("\"two\"", "two"),
        ("2", "2"),
    ] {
        let mut document = foreign();
        replace(&mut document, "/catalog_version", version);
        let expected = DocumentError::UnknownVersion {
            found: found.to_owned(),
            known: "1.0".to_owned(),
        };
        assert_eq!(refused(&document.to_string()), expected);
    }
    let conflict = "{\n<<<<<<< ours\n\"catalog_version\": \"1.0\"\n=======\n>>>>>>> theirs\n}";
    assert_eq!(
        conflict.parse::<Document>().unwrap_err(),
        DocumentError::MergeConflict { line: 2 }
    );
    assert_eq!(refused(""), DocumentError::Empty);
    for text in ["{", "errors: []", "{} {}"] {
        assert!(
            matches!(refused(text), DocumentError::NotJson { .. }),
            "{text}"
        );
    }
    for text in ["{}", "[]", "null", "7", r#"{"errors": []}"#] {
        assert_eq!(refused(text), DocumentError::NotACatalog, "{text}");
    }
    let marked = format!("\u{feff}{}", foreign());
    assert_eq!(
        marked.parse::<Document>().unwrap().codes().count(),
        2,
        "a byte order mark is skipped"
    );
}

/// Mistakes: the place and the value. `-` removes the member.
const MISTAKES: &str = include_str!("mistakes.txt");

#[test]
fn a_mistake_is_reported_with_its_path_and_line() {
    let mut good = foreign();
    let mut shared = minimal(json!({"code": "STORE_LOCKED", "exit_code": 5}));
    shared["context"] = json!([{"name": "path"}]);
    good["errors"][0]["also_declared"] = json!([shared]);
    good["errors"][0]["classify"] = json!([{"rule": "code", "value": "40001"}]);
    good["errors"][0]["templates"] = json!({"message": "{path:?} is locked by {owner}"});
    good["errors"][0]["source"] = json!({"file": "store.py", "line": 7});
    good["program"] = json!({"name": "store", "version": "1.0"});
    good["retired"] = json!([{"code": "STORE_OLD", "note": "use STORE_GONE"}]);
    good["commands"] = json!({"list": ["STORE_GONE"]});
    assert_eq!(read(&good).source("STORE_LOCKED"), Some(("store.py", 7)));
    let mut text = String::new();
    for line in MISTAKES.lines() {
        let (pointer, value) = line.split_once(' ').unwrap();
        let mut bad = good.clone();
        replace(&mut bad, pointer, value);
        text += &format!(
            "{line}: {}\n",
            format!("{bad:#}").parse::<Document>().unwrap_err()
        );
    }
    same(text, file!["snapshots/mistakes.txt"]);
}

#[test]
fn a_hidden_declaration_is_listed_if_another_type_shows_the_code() {
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[agent_error(unregistered)]
    #[error("shown")]
    #[code("HALF_HIDDEN", shared)]
    struct Shown;
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[agent_error(unregistered)]
    #[error("hidden")]
    #[code("HALF_HIDDEN", shared, hidden)]
    struct Hidden {
        only_here: u32,
    }
    let alone = json_of(&agent_error::catalog![Hidden]);
    assert_eq!(alone["errors"], json!([]));
    let both = json_of(&agent_error::catalog![Hidden, Shown]);
    let code = &both["errors"][0];
    assert_eq!(code["message"], "shown");
    assert_eq!(code["also_declared"][0]["context"][0]["name"], "only_here");
}
