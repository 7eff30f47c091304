//! The statements of Pyrite's document, one per row. The codes, the members and the facts are those of the document.

use agent_error_testing::Tool;
use serde_json::Value;
use std::path::Path;

pub(crate) fn kb(folder: &Path, arguments: &[&str]) -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_kb")).args(arguments).current_dir(folder)
}

/// Creates a knowledge base with an entry, a small one that allows only one change, and a damaged one.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy("tests/pyrite.in/damaged.json", folder.path().join("damaged.json")).unwrap();
    for arguments in [
        &["init"][..],
        &["add", "parser", "--title", "Parser", "--body", "It descends."],
        &["--db", "small.json", "init", "--max-changes", "1", "--max-bytes", "70", "--window-s", "2"],
        &["--db", "small.json", "add", "parser", "--title", "Parser"],
    ] {
        kb(folder.path(), arguments).run().assert_exit(0);
    }
    folder
}

/// The category, whether a retry may help, a call, and the facts that the error includes.
type Row = (&'static str, bool, &'static [&'static str], &'static [&'static str]);

const CATEGORIES: [Row; 10] = [
    // The entry didn't pass validation: which field, which rule.
    ("validation_failed", false, &["add", "a", "--title", ""], &["title", "minLength"]),
    (
        "validation_failed",
        false,
        &["add", "a", "--title", "A", "--type", "backlog_item", "--status", "done"],
        &["status"],
    ),
    // The entry or the knowledge base doesn't exist: what was looked for.
    ("not_found", false, &["get", "parsr"], &["parsr"]),
    ("not_found", false, &["get", "parser", "--db", "none.json"], &["none.json"]),
    // The tier is too low: the required tier.
    ("permission_denied", false, &["--tier", "read", "add", "a", "--title", "A"], &["write"]),
    // The response couldn't be serialized.
    ("serialization_error", false, &["--db", "damaged.json", "get", "parser"], &["parser"]),
    // Constraints of the type are violated: the constraint.
    (
        "schema_violation",
        false,
        &["add", "a", "--title", "A", "--type", "backlog_item", "--metadata", r#"{"status":"done","priority":9}"#],
        &["priority", "maximum 5"],
    ),
    // Concurrent modification: the current state.
    ("conflict", false, &["update", "parser", "--if-version", "7"], &[r#""body":"It descends.""#, r#""version":1"#]),
    // The rate limit or the size limit is hit: the limit and the current value.
    ("limit_exceeded", true, &["--db", "small.json", "add", "a", "--title", "A"], &["limit of 1", "current value: 2"]),
    (
        "limit_exceeded",
        false,
        &["--db", "small.json", "add", "a", "--title", "A long title, which needs more space than there is."],
        &["limit of 70", "current value: 8"],
    ),
];

#[test]
fn every_category_has_the_documented_members_and_facts() {
    let folder = folder();
    for (code, retryable, call, facts) in CATEGORIES {
        let json = kb(folder.path(), &[&["--format", "json"], call].concat()).run().stdout();
        let members = ["error", "code", "message", "detail", "suggestion", "retryable"];
        let places = members.map(|member| json.find(&format!("\"{member}\":")));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{json}");
        let error: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(error.as_object().unwrap().len(), members.len(), "{json}");
        assert_eq!((&error["error"], &error["code"]), (&true.into(), &code.into()), "{json}");
        assert_eq!(error["retryable"], retryable, "{json}");
        let [message, detail, suggestion] =
            ["message", "detail", "suggestion"].map(|name| error[name].as_str().unwrap());
        assert!(message.lines().count() == 1 && !detail.is_empty() && !suggestion.is_empty(), "{json}");
        for fact in facts {
            assert!(message.contains(fact) || detail.contains(fact), "{fact}: {json}");
        }
        // People get the same facts as a formatted message.
        let text = kb(folder.path(), call).run().stderr();
        assert!(text.starts_with(&format!("error[{code}]: ")));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for fact in detail.lines().chain([message]) {
            assert!(text.contains(fact), "{fact}: {text}");
        }
    }
}
