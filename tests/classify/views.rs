//! Tests of how the views of a catalog show classification rules.

use agent_error::format::Terminal;
use agent_error::{AgentError, Catalog};
use serde_json::json;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ContextFormat {
    /// A thing is missing.
    #[error("missing")]
    #[code(
        "THING_MISSING",
        exit = 5,
        classify(
            io(NotFound),
            status(404, 500..=599, ..),
            type(std::num::ParseIntError),
            validation,
            message("no such thing"),
            fallback
        )
    )]
    Missing,
    /// A thing is there.
    #[error("there")]
    #[code("THING_THERE", exit = 6)]
    There,
}

#[test]
fn an_explanation_lists_the_classification_rules_of_a_code() {
    let explanation = Catalog::of::<ContextFormat>().explain("THING_MISSING").unwrap();
    let text = explanation.text(Terminal::default());
    let lines: Vec<&str> = text.lines().filter_map(|line| line.trim_start().strip_prefix("covers    ")).collect();
    assert_eq!(
        lines,
        [
            "I/O error NotFound",
            "HTTP status 404",
            "HTTP status 500 to 599",
            "any HTTP status",
            "error type std::num::ParseIntError",
            "a value that is refused",
            "message with \"no such thing\"",
            "any other error",
        ]
    );
    let json = serde_json::to_value(explanation).unwrap();
    assert_eq!(
        json["classify"],
        json!([
            {"rule": "io", "value": "NotFound"},
            {"rule": "status", "value": "404"},
            {"rule": "status", "value": "500..=599"},
            {"rule": "status", "value": ".."},
            {"rule": "type", "value": "std::num::ParseIntError"},
            {"rule": "validation"},
            {"rule": "message", "value": "no such thing"},
            {"rule": "fallback"}
        ])
    );
}

#[test]
fn a_code_without_rules_shows_none() {
    assert!([ContextFormat::Missing, ContextFormat::There].iter().all(|error| error.def().is_some()));
    let explanation = Catalog::of::<ContextFormat>().explain("THING_THERE").unwrap();
    assert!(!explanation.text(Terminal::default()).contains("covers"));
    assert!(serde_json::to_value(explanation).unwrap().get("classify").is_none());
}
