//! Tests of converting errors to tool results and JSON-RPC errors, and of `ToolError`, which holds
//! any error.

use crate::client::{OneTool, connect, enveloped, failure, text};
use agent_error::__tooling::BoxError;
use agent_error::{AgentError, ErrorRecord, FieldError, parse};
use agent_error_mcp::{ToolError, error_data, result};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, ErrorCode, ErrorData};
use serde_json::{Value, json};
use std::fmt::Debug;
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
pub(crate) enum NoteError<T: Debug> {
    #[error("no note {title}")]
    #[code(
        "NOTE_NOT_FOUND",
        exit = 5,
        suggest = "List them",
        actions("notes_list")
    )]
    NotFound {
        title: String,
        #[context(secret)]
        token: String,
    },
    #[error("the note is old: {age:?}")]
    #[code("NOTE_OLD", severity = warning, suggest = "Write a new one")]
    Old {
        #[context(debug)]
        age: T,
    },
    #[error("the cursor is unknown\u{1b}[31m")]
    #[code("NOTE_CURSOR_INVALID", exit = 2, protocol = -32602)]
    Cursor,
    #[error("fields are wrong")]
    #[code("NOTE_INVALID", exit = 2)]
    Invalid { fields: Vec<FieldError> },
    #[error(transparent)]
    #[code(transparent)]
    Inner(#[from] Inner),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the request is not a request")]
#[code("NOTE_REQUEST_INVALID", exit = 2, protocol = -32600)]
pub(crate) struct Inner;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the note is lost")]
#[code(
    "NOTE_LOST",
    exit = 5,
    suggest = "Look for it",
    suggest(cli = "Run `notes find`"),
    actions("notes list", "notes_list")
)]
struct Lost;

type Error = NoteError<u8>;

/// An error without a code around one with a code.
#[derive(Debug, thiserror::Error)]
#[error("cannot tidy up")]
struct Untidy(#[source] BoxError);

fn not_found() -> Error {
    NoteError::NotFound {
        title: "milk".into(),
        token: "hunter2".into(),
    }
}

#[test]
fn without_a_server_a_tool_returns_an_envelope() {
    let ended: Result<String, _> = Err(not_found());
    let CallToolResponse::Complete(result) = ended.into_call_tool_result().unwrap() else {
        panic!()
    };
    assert_eq!(
        (
            result.is_error,
            result.content.len(),
            &result.structured_content
        ),
        (Some(true), 1, &None)
    );
    let text = text(&result);
    let record = parse(text).unwrap();
    assert_eq!(
        (record.code(), record.actions().len()),
        ("NOTE_NOT_FOUND", 1)
    );
    assert!(text.contains("[REDACTED]") && !text.contains("hunter2"));
}

/// Reads the record in a JSON-RPC error, which has the record's message.
fn record_of(error: &ErrorData) -> ErrorRecord {
    let mut data = error.data.clone().unwrap();
    assert_eq!(data.get("message"), None, "the message is repeated");
    data["message"] = json!(error.message);
    parse(&data.to_string()).unwrap()
}

#[test]
fn a_protocol_code_becomes_a_protocol_error_with_the_record_as_data() {
    let returned = [
        result(&Error::from(Inner)).unwrap_err(),
        ToolError::from(Inner).into_call_tool_result().unwrap_err(),
        ToolError::from(Untidy(Inner.into()))
            .into_call_tool_result()
            .unwrap_err(),
        ToolError::from(Untidy(Inner.into())).into(),
    ];
    for error in returned {
        assert_eq!(
            (error.code, &*error.message),
            (ErrorCode::INVALID_REQUEST, "the request is not a request")
        );
        let record = record_of(&error);
        assert_eq!(
            (record.code(), record.exit_code()),
            ("NOTE_REQUEST_INVALID", 2)
        );
    }
    assert_eq!(
        Error::Cursor.into_call_tool_result().unwrap_err().message,
        "the cursor is unknown"
    );
}

#[test]
fn every_error_can_become_a_protocol_error() {
    let error: ErrorData = not_found().into();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    assert_eq!(error.data.unwrap()["context"]["token"], "[REDACTED]");
    let error = ErrorData::from(ToolError::from(Lost));
    let data = error.data.unwrap();
    assert_eq!(
        (error.code, &data["code"]),
        (ErrorCode::INTERNAL_ERROR, &json!("NOTE_LOST"))
    );
    assert_eq!(data["suggestion"], "Look for it");

    let invalid: Error = NoteError::Invalid {
        fields: vec![FieldError::new("title", "Too long.").sent("aaa")],
    };
    let error = error_data(&invalid);
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    let record = record_of(&error);
    assert_eq!(
        record.field_errors().next().unwrap().to_string(),
        "Too long. You sent: 'aaa'."
    );
}

#[test]
fn a_renamed_crate_is_found() {
    let error = ErrorData::from(renamed::Lost::default());
    assert_eq!(error.data.unwrap()["code"], "RENAMED_LOST");
}

#[test]
fn a_tool_error_holds_every_error_that_converts_to_a_report() {
    for (error, code) in [
        (ToolError::from(Inner), Some("NOTE_REQUEST_INVALID")),
        (Untidy(Inner.into()).into(), Some("NOTE_REQUEST_INVALID")),
        (
            ErrorRecord::new("NOTE_GONE", "gone").into(),
            Some("NOTE_GONE"),
        ),
        (BoxError::from(Lost).into(), Some("NOTE_LOST")),
        (
            anyhow::Error::new(Lost).context("cannot tidy up").into(),
            Some("NOTE_LOST"),
        ),
        (io::Error::other(Lost).into(), Some("NOTE_LOST")),
        (io::Error::from(io::ErrorKind::TimedOut).into(), None),
        ("the note is broken".into(), None),
    ] {
        assert_eq!(error.error().coded().map(AgentError::code), code);
    }
    let error = ToolError::from(Untidy(Inner.into()));
    assert_eq!(error.to_string(), "cannot tidy up");
    assert!(format!("{error:?}").contains("Inner"), "{error:?}");
}

#[tokio::test]
async fn a_tool_error_keeps_the_actions_that_are_tools() {
    let answer_to = async |error: fn() -> ToolError| {
        let tool = OneTool::new("notes_list", json!({"type": "object"}), move |_| {
            error().into_call_tool_result()
        });
        failure(&connect(enveloped(tool)).await, "notes_list", Value::Null).await
    };
    let error = answer_to(|| Untidy(Lost.into()).into()).await;
    assert_eq!(
        (error.code(), error.actions()),
        ("NOTE_LOST", &["notes_list".to_owned()][..])
    );
    assert!(
        error
            .detail()
            .is_some_and(|detail| detail.contains("cannot tidy up")),
        "{error:?}"
    );
    // The actions of a record are chosen for the call.
    let error = answer_to(|| {
        ErrorRecord::new("NOTE_GONE", "gone")
            .with_actions(["notes list"])
            .into()
    })
    .await;
    assert_eq!(error.actions(), ["notes list"]);
}
