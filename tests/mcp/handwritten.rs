//! Handlers that rmcp's macros did not write: their own errors, and actions for other callers.

use crate::client::{Client, OneTool, call, connect, enveloped, failure, text, try_call};
use agent_error::{AgentError, ErrorRecord, Format, exit, parse, render};
use agent_error_mcp::{Server, answer};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData, ListToolsResult,
    PaginatedRequestParams, Tool,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
enum DeskError {
    #[error("no desk {id}")]
    #[code("DESK_NOT_FOUND", exit = exit::NOT_FOUND, actions("desk list", "desk_2", "desk_15", "GET /desks"))]
    NotFound { id: u8 },
    #[error("the cursor is unknown")]
    #[code("DESK_CURSOR_UNKNOWN", exit = exit::ARG_ERROR, protocol = -32602)]
    Cursor,
    #[error("that action is unknown")]
    #[code("DESK_ACTION_UNKNOWN", exit = exit::ARG_ERROR, actions = available)]
    Action {
        #[context(skip)]
        available: Vec<String>,
    },
}

/// Twenty tools in two pages. An unknown one fails in the way of its name.
struct Desks;

impl ServerHandler for Desks {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |number: u8| Tool::new(format!("desk_{number}"), "", Arc::new(serde_json::Map::new()));
        let is_first = request.and_then(|request| request.cursor).is_none();
        let tools = if is_first { 0..10 } else { 10..20 };
        let mut page = ListToolsResult::with_all_items(tools.map(tool).collect());
        page.next_cursor = is_first.then(|| "second".to_owned());
        Ok(page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let failed = |text: &str| Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
        match &*request.name {
            "desk_1" => answer(&DeskError::NotFound { id: 1 }),
            "desk_2" => answer(&DeskError::Cursor),
            "desk_3" => Err(ErrorData::internal_error("no route to 10.0.0.5", None)),
            "desk_4" => Err(ErrorData::resource_not_found("no such floor", None)),
            "desk_5" => Err(ErrorData::invalid_params("the floor must be positive", None)),
            "desk_6" => Err(DeskError::NotFound { id: 6 }.into()),
            "desk_7" | "capability" => Err(ErrorData::new(ErrorCode(-32021), "the client must support tasks", None)),
            "desk_8" => Err(ErrorData::new(ErrorCode(4711), "the elevator is out of order", None)),
            "desk_9" => answer(&DeskError::Action { available: vec!["sit".to_owned(), "stand".to_owned()] }),
            "unlisted" => answer(&DeskError::NotFound { id: 0 }),
            "own result" => failed("Unknown tool: own result"),
            "invalid params" => Err(ErrorData::invalid_params("no such tool", None)),
            "invalid request" => Err(ErrorData::invalid_request("Unknown tool", None)),
            "not found" => Err(ErrorData::resource_not_found("tool", None)),
            "own code" => Err(ErrorData::new(ErrorCode(404), "tool", None)),
            "desk_15" => failed("desk 15 is on fire"),
            name => Ok(CallToolResult::success(vec![ContentBlock::text(name)]).into()),
        }
    }
}

async fn protocol_error(client: &Client, tool: &'static str) -> ErrorData {
    match try_call(client, tool, Value::Null).await {
        Err(ServiceError::McpError(error)) => error,
        other => panic!("{tool}: {other:?}"),
    }
}

#[tokio::test]
async fn an_unknown_tool_is_recognized_however_the_handler_reports_it() {
    let client = connect(enveloped(Desks)).await;
    for tool in ["own result", "invalid params", "invalid request", "not found", "own code"] {
        let error = failure(&client, tool, Value::Null).await;
        assert_eq!((error.code(), error.actions.len()), ("UNKNOWN_TOOL", 20), "{tool}");
    }
    assert_eq!(protocol_error(&client, "capability").await.code.0, -32021, "it is about the client");
}

#[tokio::test]
async fn tools_that_fail_or_are_not_listed_are_not_unknown() {
    let client = connect(enveloped(Desks)).await;
    assert_eq!(text(&call(&client, "desk_15", Value::Null).await), "desk 15 is on fire", "it is on the second page");
    assert_eq!(failure(&client, "unlisted", Value::Null).await.code, "DESK_NOT_FOUND");
    assert_eq!(text(&call(&client, "secret", Value::Null).await), "secret");
}

#[tokio::test]
async fn the_nearest_tool_comes_first() {
    let tool = OneTool::new("zebra_list", json!({"type": "object"}), |_| Err(ErrorData::invalid_params("what?", None)));
    let client = connect(enveloped(tool).with_catalog()).await;
    let error = failure(&client, "zebra_lst", Value::Null).await;
    assert_eq!(error.actions, ["zebra_list", "errors_explain"]);
    let error = failure(&client, "error_explain", Value::Null).await;
    assert_eq!(error.actions, ["errors_explain", "zebra_list"]);
    assert_eq!(error.suggestion.as_deref(), Some("Call one of the available tools instead"));
}

#[tokio::test]
async fn protocol_errors_stay_unless_results_are_asked_for() {
    let client = connect(enveloped(Desks)).await;
    for (tool, code) in [("desk_3", -32603), ("desk_5", -32602), ("desk_6", -32603), ("desk_8", 4711)] {
        assert_eq!(protocol_error(&client, tool).await.code.0, code);
    }
    let data = protocol_error(&client, "desk_6").await.data.unwrap();
    assert_eq!(data["actions"], json!(["desk_2", "desk_15"]), "only tools of the server are actions");
}

#[tokio::test]
async fn protocol_errors_become_results_on_request() {
    let client = connect(enveloped(Desks).protocol_errors_as_results()).await;
    for (tool, code, message) in [
        ("desk_3", "UNCLASSIFIED_ERROR", "no route to 10.0.0.5"),
        ("desk_4", "UNCLASSIFIED_ERROR", "no such floor"),
        ("desk_5", "VALIDATION_ERROR", "invalid input for `desk_5`"),
        ("desk_6", "DESK_NOT_FOUND", "no desk 6"),
        ("desk_8", "UNCLASSIFIED_ERROR", "the elevator is out of order"),
    ] {
        let error = failure(&client, tool, Value::Null).await;
        assert_eq!((error.code(), &*error.message), (code, message));
    }
    let invalid = failure(&client, "desk_5", Value::Null).await;
    assert_eq!(invalid.field_errors[0].text(), "Invalid arguments: the floor must be positive.");
    // The author declares one, the other is about the client.
    assert_eq!(protocol_error(&client, "desk_2").await.data.unwrap()["code"], "DESK_CURSOR_UNKNOWN");
    assert_eq!(protocol_error(&client, "desk_7").await.code.0, -32021);
}

#[tokio::test]
async fn a_protocol_error_that_becomes_a_result_is_masked_like_any_other() {
    let client = connect(enveloped(Desks).protocol_errors_as_results().mask_uncoded()).await;
    let result = call(&client, "desk_3", Value::Null).await;
    assert!(!text(&result).contains("10.0.0.5"), "{}", text(&result));
    assert_eq!(parse(text(&result)).unwrap().code, "UNCLASSIFIED_ERROR");
    assert_eq!(failure(&client, "desk_6", Value::Null).await.code, "DESK_NOT_FOUND");
}

#[tokio::test]
async fn only_tools_of_the_server_are_actions() {
    let error = DeskError::NotFound { id: 1 };
    for format in [Format::Envelope, Format::Brief, Format::Xml] {
        let client = connect(Server::new(Desks).format(format).protocol_errors_as_results()).await;
        let mut expected = ErrorRecord::from_error(&error);
        expected.actions = vec!["desk_2".to_owned(), "desk_15".to_owned()];
        assert_eq!(text(&call(&client, "desk_1", Value::Null).await), render(&expected, format));
        assert_eq!(parse(text(&call(&client, "desk_6", Value::Null).await)).unwrap().actions, expected.actions);
        // Actions of a field are chosen for the call.
        let actions = failure(&client, "desk_9", Value::Null).await.actions.clone();
        assert_eq!(actions, ["sit", "stand"]);
    }
}

#[tokio::test]
async fn a_server_that_lists_no_tools_keeps_all_actions() {
    struct Silent;
    impl ServerHandler for Silent {
        async fn call_tool(
            &self,
            _: CallToolRequestParams,
            _: RequestContext<RoleServer>,
        ) -> Result<CallToolResponse, ErrorData> {
            answer(&DeskError::NotFound { id: 1 })
        }
    }
    let error = failure(&connect(enveloped(Silent)).await, "any", Value::Null).await;
    assert_eq!(error.actions, ["desk list", "desk_2", "desk_15", "GET /desks"]);
}
