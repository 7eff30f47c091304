//! Tests of tools that fail in several ways, with every type of error that `?` converts.

use crate::client::{OneTool, connect, enveloped, failure};
use agent_error::classify::BoxError;
use agent_error::{AgentError, ErrorRecord, Report, exit};
use agent_error_mcp::ToolError;
use rmcp::handler::server::tool::IntoCallToolResult as _;
use rmcp::model::{ErrorCode, ErrorData};
use serde_json::{Value, json};
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
enum LampError {
    #[error("no lamp {id}")]
    #[code("LAMP_NOT_FOUND", exit = exit::NOT_FOUND, actions("lamp list", "lamps"))]
    NotFound { id: u8 },
    #[error("the cursor is unknown")]
    #[code("LAMP_CURSOR_UNKNOWN", exit = exit::ARG_ERROR, protocol = -32602)]
    Cursor,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the socket is full")]
#[code("LAMP_FULL")]
struct Full;

#[derive(Debug, thiserror::Error)]
#[error("cannot tidy up")]
struct Untidy(#[source] LampError);

/// Converts the error with `?`.
fn fail<T, E>(failed: Result<T, E>) -> Result<T, ToolError>
where
    ToolError: From<E>,
{
    Ok(failed?)
}

fn code_of<E>(error: E) -> Option<String>
where
    ToolError: From<E>,
{
    let error = fail::<(), E>(Err(error)).unwrap_err();
    error.report().coded().map(|coded| coded.code().to_owned())
}

#[test]
fn every_error_that_converts_to_a_report_is_converted() {
    assert_eq!(code_of(LampError::NotFound { id: 7 }).as_deref(), Some("LAMP_NOT_FOUND"));
    assert_eq!(code_of(Full).as_deref(), Some("LAMP_FULL"));
    assert_eq!(code_of(Untidy(LampError::Cursor)).as_deref(), Some("LAMP_CURSOR_UNKNOWN"));
    assert_eq!(code_of(ErrorRecord::new("LAMP_GONE", "gone")).as_deref(), Some("LAMP_GONE"));
    assert_eq!(code_of(Report::new(Full)).as_deref(), Some("LAMP_FULL"));
    assert_eq!(code_of(BoxError::from(Full)).as_deref(), Some("LAMP_FULL"));
    assert_eq!(code_of(anyhow::Error::new(Full).context("cannot tidy up")).as_deref(), Some("LAMP_FULL"));
    assert_eq!(code_of(io::Error::other(Full)).as_deref(), Some("LAMP_FULL"));
    assert_eq!(code_of(io::Error::from(io::ErrorKind::TimedOut)), None);
    assert_eq!(code_of("the lamp is broken"), None);
    assert_eq!(code_of("the lamp is broken".to_owned()), None);
}

#[test]
fn the_tool_error_displays_the_inner_error() {
    let error = ToolError::from(Untidy(LampError::NotFound { id: 7 }));
    assert_eq!(error.to_string(), "cannot tidy up");
    assert!(format!("{error:?}").contains("NotFound"), "{error:?}");
}

#[test]
fn a_nested_protocol_code_becomes_a_protocol_error() {
    for error in [ToolError::from(LampError::Cursor), ToolError::from(Untidy(LampError::Cursor))] {
        let error = error.into_call_tool_result().unwrap_err();
        assert_eq!(
            (error.code, &error.data.unwrap()["code"]),
            (ErrorCode::INVALID_PARAMS, &json!("LAMP_CURSOR_UNKNOWN"))
        );
    }
    let error = ErrorData::from(ToolError::from(Untidy(LampError::Cursor)));
    assert_eq!((error.code, &*error.message), (ErrorCode::INVALID_PARAMS, "the cursor is unknown"));
    let error = ErrorData::from(ToolError::from(Full));
    assert_eq!((error.code, &error.data.unwrap()["code"]), (ErrorCode::INTERNAL_ERROR, &json!("LAMP_FULL")));
}

/// Returns the error that a client receives from a tool that fails with this error.
async fn answer_to(error: fn() -> ToolError) -> ErrorRecord {
    let tool = OneTool::new("lamps", json!({"type": "object"}), move |_| error().into_call_tool_result());
    failure(&connect(enveloped(tool)).await, "lamps", Value::Null).await
}

#[tokio::test]
async fn a_client_sees_the_tools_among_the_actions_of_a_code() {
    let error = answer_to(|| LampError::NotFound { id: 7 }.into()).await;
    assert_eq!((error.code(), error.actions.as_slice()), ("LAMP_NOT_FOUND", &["lamps".to_owned()][..]));
    let error = answer_to(|| Untidy(LampError::NotFound { id: 7 }).into()).await;
    assert_eq!((error.code(), error.actions.as_slice()), ("LAMP_NOT_FOUND", &["lamps".to_owned()][..]));
    assert!(error.detail.as_deref().is_some_and(|detail| detail.contains("cannot tidy up")), "{error:?}");
}

#[tokio::test]
async fn actions_of_a_record_are_chosen_for_the_call() {
    let error = answer_to(|| ErrorRecord::new("LAMP_GONE", "gone").with_action("lamp list").into()).await;
    assert_eq!((error.code(), error.actions.as_slice()), ("LAMP_GONE", &["lamp list".to_owned()][..]));
}
