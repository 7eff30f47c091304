//! Tests of converting errors to tool results and JSON-RPC errors, without a server.

use agent_error::{AgentError, ErrorRecord, FieldError, Format, Renderer, Report, parse};
use agent_error_mcp::{Responder, ToolError, answer, error_data};
use rmcp::handler::server::tool::IntoCallToolResult;
use rmcp::model::{CallToolResponse, CallToolResult, ErrorCode, ErrorData};
use std::fmt::Debug;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
pub(crate) enum NoteError<T: Debug> {
    #[error("no note {title}")]
    #[code("NOTE_NOT_FOUND", exit = 5, suggest = "List them", actions("notes_list"))]
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
    #[error("too many calls")]
    #[code("NOTE_RATE_LIMITED", exit = 11, retry_after = wait)]
    TooMany {
        #[context(skip)]
        wait: Duration,
    },
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
#[code("NOTE_LOST", exit = 5)]
struct Lost;

type Error = NoteError<u8>;

fn not_found() -> Error {
    NoteError::NotFound { title: "milk".into(), token: "hunter2".into() }
}

/// Converts an error as a tool that returns it does.
fn result(error: impl IntoCallToolResult) -> CallToolResult {
    let ended: Result<String, _> = Err(error);
    match ended.into_call_tool_result().unwrap() {
        CallToolResponse::Complete(result) => result,
        other => panic!("{other:?}"),
    }
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

#[test]
fn what_a_tool_returns_is_the_envelope_in_the_first_text() {
    let result = result(not_found());
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.content.len(), 1);
    assert_eq!(result.structured_content, None);
    let record = parse(text(&result)).unwrap();
    assert_eq!(record.code, "NOTE_NOT_FOUND");
    assert_eq!(record.actions, ["notes_list"]);
    assert!(text(&result).contains("[REDACTED]") && !text(&result).contains("hunter2"));
}

#[test]
fn each_format_is_the_same_as_elsewhere() {
    for format in Format::ALL {
        let result = Responder::new(*format).result(&not_found());
        assert_eq!(text(&result), agent_error::render(&not_found(), *format));
    }
    let pretty = Renderer::new(Format::Flat).pretty(true);
    assert_eq!(text(&Responder::new(pretty).result(&not_found())), pretty.render(&not_found()));
}

#[test]
fn a_warning_is_not_a_failure() {
    let old: Error = NoteError::Old { age: 7 };
    assert_eq!(Responder::default().result(&old).is_error, Some(false));
    // rmcp sets `isError` for every `Err`. A `Server` resets it for warnings.
    assert_eq!(result(old).is_error, Some(true));
}

#[test]
fn structured_content_is_the_envelope_if_asked_for() {
    let result = Responder::new(Format::Xml).structured(true).result(&not_found());
    assert!(text(&result).starts_with("<tool_error"));
    let envelope = agent_error::render(&not_found(), Format::Envelope);
    assert_eq!(result.structured_content.unwrap(), serde_json::from_str::<serde_json::Value>(&envelope).unwrap());
}

#[test]
fn a_protocol_code_becomes_a_protocol_error_with_the_record_as_data() {
    let cursor: Error = NoteError::Cursor;
    let error = cursor.into_call_tool_result().unwrap_err();
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(error.message, "the cursor is unknown");
    let record: ErrorRecord = serde_json::from_value(error.data.unwrap()).unwrap();
    assert_eq!((record.code(), record.exit_code()), ("NOTE_CURSOR_INVALID", 2));

    let inner: Error = Inner.into();
    assert_eq!(answer(&inner).unwrap_err().code, ErrorCode::INVALID_REQUEST);
    assert_eq!(ToolError::from(Inner).into_call_tool_result().unwrap_err().code, ErrorCode::INVALID_REQUEST);
}

#[test]
fn every_error_can_become_a_protocol_error() {
    let error: ErrorData = not_found().into();
    assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    let data = error.data.unwrap();
    assert_eq!(data["context"]["token"], "[REDACTED]");
    assert_eq!(serde_json::from_value::<ErrorRecord>(data).unwrap().actions, ["notes_list"]);

    let invalid: Error = NoteError::Invalid { fields: vec![FieldError::new("title", "Too long.").sent("aaa")] };
    let error = error_data(&invalid);
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    let record: ErrorRecord = serde_json::from_value(error.data.unwrap()).unwrap();
    assert_eq!(record.field_errors()[0].text(), "Too long. You sent: 'aaa'.");

    let waits: Error = NoteError::TooMany { wait: Duration::from_millis(1500) };
    assert_eq!(error_data(&waits).data.unwrap()["retry_after_ms"], 1500);
    assert_eq!(ErrorData::from(ToolError::from(waits_record())).data.unwrap()["code"], "NOTE_GONE");
}

fn waits_record() -> ErrorRecord {
    ErrorRecord::new("NOTE_GONE", "gone").with_exit_code(5)
}

#[test]
fn records_and_reports_are_results() {
    assert_eq!(parse(text(&result(ToolError::from(waits_record())))).unwrap().code, "NOTE_GONE");
    let wrapped = std::io::Error::other(Lost);
    assert_eq!(parse(text(&result(ToolError::from(wrapped)))).unwrap().code, "NOTE_LOST");
    let foreign = Report::from(std::io::Error::from(std::io::ErrorKind::TimedOut));
    assert!(parse(text(&result(ToolError::from(foreign)))).is_ok());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("as it likes")]
#[code("NOTE_PLAIN", exit = 5)]
struct Plain;

impl IntoCallToolResult for Plain {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(Responder::new(Format::Flat).result(&self).into())
    }
}

#[test]
fn a_type_without_the_key_can_implement_the_conversion() {
    assert!(text(&result(Plain)).contains(r#""code":"NOTE_PLAIN""#));
    assert!(!text(&result(Plain)).contains(r#""ok""#));
}

#[test]
fn a_renamed_crate_is_found() {
    let error = ErrorData::from(renamed::Lost);
    assert_eq!(error.data.unwrap()["code"], "RENAMED_LOST");
}

/// Implements `AgentError` by hand.
#[derive(Debug)]
struct Full;

impl std::fmt::Display for Full {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the note is full")
    }
}

impl std::error::Error for Full {}

impl AgentError for Full {
    fn code(&self) -> &'static str {
        "NOTE_FULL"
    }
}

agent_error_mcp::integrate!(Full);
