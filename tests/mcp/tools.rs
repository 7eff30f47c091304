//! Tests of tool calls through a server.

use crate::client::{OneTool, call, connect, enveloped, failure, strict, text, try_call};
use crate::errors::NoteError;
use agent_error::{AgentError as _, Format, Severity, parse};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ErrorData, ListToolsResult,
    PaginatedRequestParams,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{RoleServer, ServerHandler, schemars, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

type Error = NoteError<u8>;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Title {
    title: String,
}

#[derive(Clone)]
pub(crate) struct Notes;

#[tool_router]
#[allow(clippy::unused_self, reason = "rmcp calls tools on their server")]
impl Notes {
    #[tool(name = "notes_read", description = "Reads a note")]
    async fn read(&self, Parameters(Title { title }): Parameters<Title>) -> Result<String, Error> {
        tokio::task::yield_now().await;
        match title.as_str() {
            "milk" => Ok("Buy milk".to_owned()),
            "old" => Err(NoteError::Old { age: 7 }),
            "cursor" => Err(NoteError::Cursor),
            "bug" => panic!("the index {title} is out of /home/me/src/notes.rs"),
            _ => Err(NoteError::NotFound { title, token: "hunter2".to_owned() }),
        }
    }

    #[tool(name = "notes_list", description = "Lists the notes")]
    fn list(&self) -> String {
        "milk".to_owned()
    }

    #[tool(name = "notes_advice")]
    fn advice(&self) -> CallToolResult {
        let mut result = CallToolResult::error(vec![ContentBlock::text("a failure of its own")]);
        result.structured_content = Some(json!({"own": true}));
        result
    }
}

#[tool_handler]
impl ServerHandler for Notes {}

#[tokio::test]
async fn tool_errors_have_the_format_of_the_server() {
    for format in [Format::Envelope, Format::Flat, Format::Xml, Format::Tagged, Format::Brief] {
        let client = connect(enveloped(Notes).format(format)).await;
        let result = call(&client, "notes_read", json!({"title": "eggs"})).await;
        assert_eq!(result.is_error, Some(true));
        let error: Error = NoteError::NotFound { title: "eggs".into(), token: String::new() };
        assert_eq!(text(&result), agent_error::render(&error, format));
        assert_eq!(text(&call(&client, "notes_read", json!({"title": "milk"})).await), "Buy milk");
        // The server's own errors use the same format.
        assert_eq!(parse(text(&call(&client, "notes_read", json!({})).await)).unwrap().code, "VALIDATION_ERROR");
    }
}

#[tokio::test]
async fn a_warning_is_not_a_failure_through_a_server() {
    let client = connect(enveloped(Notes)).await;
    let result = call(&client, "notes_read", json!({"title": "old"})).await;
    assert_eq!(result.is_error, Some(false));
    assert_eq!(parse(text(&result)).unwrap().code, "NOTE_OLD");
}

/// Clients discard a successful result that doesn't match the output schema.
#[tokio::test]
async fn a_warning_that_an_output_schema_does_not_allow_stays_an_error() {
    let warning = || agent_error_mcp::answer(&NoteError::Old { age: 7 });
    for (schema, is_error) in [(None, false), (Some(json!({"type": "object"})), true)] {
        let mut server = OneTool::new("read", json!({"type": "object"}), move |_| match warning()? {
            CallToolResponse::Complete(mut result) => {
                result.is_error = Some(true);
                Ok(result.into())
            }
            other => Ok(other),
        });
        server.tool.output_schema = schema.map(|schema| Arc::new(schema.as_object().unwrap().clone()));
        let client = connect(enveloped(server)).await;
        let result = call(&client, "read", json!({})).await;
        assert_eq!((parse(text(&result)).unwrap().code(), result.is_error), ("NOTE_OLD", Some(is_error)));
    }
}

#[tokio::test]
async fn protocol_errors_are_passed_through() {
    let client = connect(enveloped(Notes)).await;
    let ServiceError::McpError(error) = try_call(&client, "notes_read", json!({"title": "cursor"})).await.unwrap_err()
    else {
        panic!("no error of JSON-RPC");
    };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(error.data.unwrap()["code"], "NOTE_CURSOR_INVALID");
}

#[tokio::test]
async fn structured_content_is_only_added_on_request() {
    let client = connect(enveloped(Notes)).await;
    assert_eq!(call(&client, "notes_read", json!({"title": "a"})).await.structured_content, None);
    let client = connect(enveloped(Notes).structured(true)).await;
    let result = call(&client, "notes_read", json!({"title": "a"})).await;
    assert_eq!(result.structured_content.unwrap()["error"]["code"], "NOTE_NOT_FOUND");
}

/// Clients validate the structured content against the output schema, even for errors, and discard it if it doesn't
/// match.
#[tokio::test]
async fn an_error_of_a_tool_with_an_output_schema_has_no_structured_content() {
    let schema = || json!({"type": "object", "required": ["id"]}).as_object().unwrap().clone();
    let error = || -> Error { NoteError::NotFound { title: "a".into(), token: String::new() } };
    let mut tool = OneTool::new("read", json!(schema()), move |_| agent_error_mcp::answer(&error()));
    tool.tool.output_schema = Some(Arc::new(schema()));
    let client = connect(strict(tool).structured(true)).await;
    for (arguments, code) in [(json!({}), "VALIDATION_ERROR"), (json!({"id": 1}), "NOTE_NOT_FOUND")] {
        let result = call(&client, "read", arguments).await;
        assert_eq!((parse(text(&result)).unwrap().code(), &result.structured_content), (code, &None));
    }
}

#[tokio::test]
async fn a_panic_becomes_an_error_and_the_server_continues() {
    let client = connect(enveloped(Notes)).await;
    let error = failure(&client, "notes_read", json!({"title": "bug"})).await;
    assert_eq!((error.code(), error.facts().severity), ("INTERNAL", Some(Severity::Critical)));
    assert!(!error.is_retryable());
    let text = agent_error::render(&error, Format::Envelope);
    assert!(!text.contains("notes.rs"), "what it says is for the log: {text}");
    assert_eq!(self::text(&call(&client, "notes_read", json!({"title": "milk"})).await), "Buy milk");
}

#[tokio::test]
async fn an_unknown_tool_is_reported_with_the_known_ones() {
    for (server, ours) in [(enveloped(Notes), None), (enveloped(Notes).with_catalog(), Some("errors_explain"))] {
        let error = failure(&connect(server).await, "note_read", json!({})).await;
        assert_eq!(error.code, "UNKNOWN_TOOL");
        assert_eq!((error.detail.as_deref(), error.value("nearest")), (None, Some(json!(["notes_read"]))));
        let mut actions = error.actions.clone();
        actions.sort();
        let known = ours.into_iter().chain(["notes_advice", "notes_list", "notes_read"]);
        assert_eq!(actions, known.collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_wrapped_server_gains_no_tool_and_no_resource_unless_it_is_asked_to() {
    let client = connect(enveloped(OneTool::echo(json!({"type": "object"})))).await;
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(), ["echo"]);
    let capabilities = &client.peer_info().unwrap().capabilities;
    assert!(capabilities.resources.is_none(), "{capabilities:?}");
    assert!(client.list_all_resources().await.unwrap_or_default().is_empty());
}

#[tokio::test]
async fn a_tool_that_is_not_listed_can_be_called() {
    let hidden = OneTool::new("listed", json!({"type": "object"}), |_| {
        Ok(CallToolResult::success(vec![ContentBlock::text("hidden")]).into())
    });
    let client = connect(enveloped(hidden)).await;
    assert_eq!(text(&call(&client, "not_listed", json!({})).await), "hidden");
}

#[tokio::test]
async fn a_server_that_lists_no_tools_may_know_some() {
    struct Silent;
    impl ServerHandler for Silent {
        async fn call_tool(
            &self,
            request: rmcp::model::CallToolRequestParams,
            _: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> Result<rmcp::model::CallToolResponse, rmcp::ErrorData> {
            Ok(CallToolResult::success(vec![ContentBlock::text(request.name)]).into())
        }
    }
    let client = connect(enveloped(Silent)).await;
    assert_eq!(text(&call(&client, "hidden", json!({})).await), "hidden");
}

#[tokio::test]
async fn results_of_tools_are_unchanged() {
    let client = connect(enveloped(Notes)).await;
    let result = call(&client, "notes_advice", Value::Null).await;
    assert_eq!((text(&result), result.is_error), ("a failure of its own", Some(true)));
    assert_eq!(result.structured_content, Some(json!({"own": true})));
}

#[tokio::test]
async fn a_secret_is_removed_however_it_is_quoted() {
    for token in ["hun\"ter\\2\n", "caf\u{e9}\u{200b}", "line\u{1b}[31m", &"hunter2".repeat(20_000)] {
        let schema = json!({"type": "object", "properties": {"token": {"type": "string"}}});
        let tool = OneTool::new("login", schema, |arguments| {
            let token = arguments["token"].as_str().unwrap_or_default();
            let why = format!("failed to deserialize parameters: {token:?}, {}, {token} is weak", json!(token));
            Err(rmcp::ErrorData::invalid_params(why, None))
        });
        let client = connect(enveloped(tool)).await;
        let error = failure(&client, "login", json!({"token": token})).await;
        assert_eq!(
            error.field_errors()[0].text(),
            "Invalid arguments: \"[REDACTED]\", \"[REDACTED]\", [REDACTED] is weak."
        );
    }
}

#[tokio::test]
async fn arguments_that_only_serde_refuses_are_reported_without_secrets() {
    let server = OneTool::new("login", json!({"type": "object"}), |arguments| {
        let token = arguments["api_token"].as_str().unwrap_or_default();
        let refused = format!("failed to deserialize parameters: invalid value: string \"{token}\", expected a token");
        match arguments.contains_key("hand_written") {
            true => Err(rmcp::ErrorData::invalid_params(refused, None)),
            false => Ok(CallToolResult::error(vec![ContentBlock::text(refused)]).into()),
        }
    });
    let client = connect(enveloped(server)).await;
    for arguments in [json!({"api_token": "hunter2"}), json!({"api_token": "hunter2", "hand_written": 1})] {
        let error = failure(&client, "login", arguments).await;
        assert_eq!(error.code, "VALIDATION_ERROR");
        assert_eq!(
            error.field_errors()[0].text(),
            "Invalid arguments: invalid value: string \"[REDACTED]\", expected a token."
        );
    }
}

/// A handwritten server that doesn't implement `get_tool` and counts how often its tool list is read.
struct Counting {
    inner: OneTool,
    reads: Arc<AtomicUsize>,
}

impl ServerHandler for Counting {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.inner.list_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match &*request.name {
            "echo" => self.inner.call_tool(request, context).await,
            _ => Err(ErrorData::invalid_params("tool not found", None)),
        }
    }
}

#[tokio::test]
async fn the_tool_list_of_a_handwritten_server_is_read_once() {
    let reads = Arc::<AtomicUsize>::default();
    let inner = OneTool::echo(json!({"type": "object"}));
    let client = connect(enveloped(Counting { inner, reads: Arc::clone(&reads) })).await;
    for _ in 0..3 {
        assert_eq!(call(&client, "echo", json!({})).await.is_error, Some(false));
    }
    assert_eq!(reads.load(Ordering::Relaxed), 1);
    assert_eq!(failure(&client, "ehco", json!({})).await.code, "UNKNOWN_TOOL");
}
