//! Tests of `Classify`, which applies the rules of one type, and of variants that keep a record.

use crate::classify::{api, around};
use agent_error::{AgentError, Classify, ErrorRecord};
use serde_json::json;
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ToolError {
    #[error("no such file")]
    #[code(
        "TOOL_NO_FILE",
        exit = 5,
        classify(io(NotFound)),
        suggest = "Check the path"
    )]
    #[allow(dead_code, reason = "only its rule matters")]
    NoFile,
    #[error("{message}")]
    #[code("TOOL_NOT_FOUND", exit = 5, classify(status(404)))]
    NotFound { message: String, status: u16 },
    #[error("confused")]
    #[code("TOOL_CONFUSED", exit = 2)]
    Confused,
    #[error(transparent)]
    #[code(transparent)]
    Foreign(#[from] ErrorRecord),
}

#[test]
fn a_transparent_variant_keeps_the_record() {
    let read = || -> Result<Vec<u8>, ToolError> {
        Ok(std::fs::read("/no/such/file").map_err(ToolError::classify)?)
    };
    let kept = json!(ErrorRecord::of(&read().unwrap_err()));
    assert_eq!(
        (&kept["code"], &kept["message"]),
        (&json!("TOOL_NO_FILE"), &json!("no such file"))
    );
    assert_eq!(
        (&kept["exit_code"], &kept["suggestion"]),
        (&json!(5), &json!("Check the path"))
    );
    assert!(kept["cause"].as_str().unwrap().starts_with("No such file"));
    assert_eq!(
        read().unwrap_err().record().def().unwrap().code(),
        "TOOL_NO_FILE"
    );
    let record = ToolError::classify(api(404, "no such vm"));
    assert_eq!(
        json!(ErrorRecord::of(&ToolError::from(record.clone()))),
        json!(record)
    );
}

/// Nests a type with rules and a type without rules.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error(transparent)]
enum Outer {
    #[code(transparent)]
    Tool(#[from] ToolError),
    #[code(transparent)]
    Plain(#[from] Plain),
    #[code(transparent, opaque)]
    Inner(Box<Outer>),
    #[error("{message}")]
    #[code("OUTER_ERROR", classify(fallback))]
    Other { message: String },
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("plain")]
#[code("OUTER_PLAIN", exit = 7, classify(message("plain")))]
struct Plain;

#[test]
fn rules_of_nested_types_apply_but_no_others() {
    assert_eq!(Outer::classify(api(404, "vm")).code(), "TOOL_NOT_FOUND");
    assert_eq!(Outer::classify("plain").code(), "OUTER_PLAIN");
    assert_eq!(Outer::classify("what?").code(), "OUTER_ERROR");
    let unknown = ToolError::classify("plain");
    assert_eq!(
        (unknown.code(), unknown.message()),
        ("UNCLASSIFIED_ERROR", "plain")
    );
}

#[test]
fn an_unclassified_error_has_the_kind_of_its_io_error() {
    let error = around(
        "cannot connect",
        io::Error::from(io::ErrorKind::ConnectionRefused),
    );
    assert_eq!(
        ToolError::classify(error).context().get("io_kind"),
        Some(json!("ConnectionRefused"))
    );
    assert_eq!(
        ToolError::classify("plain").context().get("io_kind"),
        Some(json!(null))
    );
}

#[test]
fn a_coded_error_keeps_its_code_even_inside_a_wrapper() {
    assert_eq!(Outer::classify(ToolError::Confused).code(), "TOOL_CONFUSED");
    assert_eq!(Outer::classify(Box::new(Plain)).code(), "OUTER_PLAIN");
    let nested = Outer::Inner(Box::new(Outer::Other {
        message: "inner".to_owned(),
    }));
    assert_eq!(Outer::classify(nested).message(), "inner");
    // The type doesn't declare this code, but the program does.
    assert_eq!(
        ToolError::classify(io::Error::other(Plain)).code(),
        "OUTER_PLAIN"
    );
    let record = ToolError::classify(around("no such vm: 404", Plain));
    assert_eq!(
        (record.code(), record.exit_code(), record.detail()),
        ("OUTER_PLAIN", 7, Some("no such vm: 404"))
    );
}
