//! Tests of tools that are disabled because they fail repeatedly.

use crate::client::{Client, OneTool, call, connect, enveloped, failure, strict, text, try_call};
use crate::errors::NoteError;
use agent_error::AgentError as _;
use agent_error_mcp::{Server, answer};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, CallToolResult, ClientRequest, ContentBlock, ErrorData,
    ListToolsResult, PaginatedRequestParams,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Creates a tool that counts its calls and fails as its argument specifies.
fn failing(calls: &Arc<AtomicUsize>) -> OneTool {
    let calls = Arc::clone(calls);
    let schema = json!({"type": "object", "properties": {"how": {"type": "string"}}});
    OneTool::new("fails", schema, move |arguments| {
        calls.fetch_add(1, Ordering::Relaxed);
        match arguments.get("how").and_then(Value::as_str).unwrap_or_default() {
            "coded" => answer(&NoteError::<u8>::NotFound { title: "milk".into(), token: String::new() }),
            "warning" => answer(&NoteError::<u8>::Old { age: 7 }),
            "own words" => Ok(CallToolResult::error(vec![ContentBlock::text("no file /srv/notes.db")]).into()),
            "protocol" => Err(ErrorData::internal_error("no route to 10.0.0.5", None)),
            "rejects" => Err(ErrorData::invalid_params("failed to deserialize parameters: what?", None)),
            "panics" => panic!("on purpose"),
            _ => Ok(CallToolResult::success(vec![ContentBlock::text("done")]).into()),
        }
    })
}

async fn calls(client: &Client, ways: &[&str]) {
    for how in ways {
        let _ = try_call(client, "fails", json!({"how": how})).await;
    }
}

#[tokio::test]
async fn a_tool_is_disabled_after_consecutive_failures_of_any_kind() {
    let count = Arc::default();
    let client = connect(enveloped(failing(&count)).disable_after(4)).await;
    calls(&client, &["own words", "protocol", "panics", "coded"]).await;
    let error = failure(&client, "fails", json!({"how": "works"})).await;
    assert_eq!((error.code(), error.is_retryable()), ("TOOL_DISABLED", false));
    assert_eq!(error.message, "tool \"fails\" is disabled after 4 failures in a row");
    assert_eq!(error.detail.as_deref(), Some("the last failure was NOTE_NOT_FOUND: no note milk"));
    assert_eq!(error.value("last_code"), Some(json!("NOTE_NOT_FOUND")));
    assert_eq!(count.load(Ordering::Relaxed), 4, "the tool isn't called any more");
}

#[tokio::test]
async fn a_success_and_a_warning_reset_the_count_and_rejected_arguments_do_not_count() {
    let count = Arc::default();
    let client = connect(strict(failing(&count)).disable_after(2)).await;
    calls(&client, &["coded", "works", "coded", "warning", "coded", "rejects", "rejects"]).await;
    assert_eq!(failure(&client, "fails", json!({"how": 7})).await.code, "VALIDATION_ERROR");
    assert_eq!(failure(&client, "fials", json!({"how": "own words"})).await.code, "UNKNOWN_TOOL");
    calls(&client, &["coded"]).await;
    assert_eq!(failure(&client, "fails", json!({})).await.code, "TOOL_DISABLED");
}

#[tokio::test]
async fn each_session_counts_for_itself_and_by_default_no_tool_is_disabled() {
    let count = Arc::default();
    let server = enveloped(Arc::new(failing(&count))).disable_after(1);
    let first = connect(server.clone()).await;
    calls(&first, &["coded"]).await;
    assert_eq!(failure(&first, "fails", json!({})).await.code, "TOOL_DISABLED");
    assert_eq!(text(&call(&connect(server.clone()).await, "fails", json!({})).await), "done");
    for server in [enveloped(failing(&count)), enveloped(failing(&count)).disable_after(0)] {
        let client = connect(server).await;
        calls(&client, &["coded"; 20]).await;
        assert_eq!(text(&call(&client, "fails", json!({})).await), "done");
    }
}

#[tokio::test]
async fn the_last_failure_is_masked_if_it_has_no_code() {
    let count = Arc::default();
    let client = connect(enveloped(failing(&count)).mask_uncoded().disable_after(1)).await;
    for how in ["own words", "protocol"] {
        let client = match how {
            "own words" => &client,
            _ => &connect(enveloped(failing(&count)).mask_uncoded().disable_after(1)).await,
        };
        calls(client, &[how]).await;
        let result = call(client, "fails", json!({})).await;
        assert!(text(&result).contains("TOOL_DISABLED"), "{}", text(&result));
        assert!(!text(&result).contains("/srv") && !text(&result).contains("10.0"), "{}", text(&result));
    }
}

#[tokio::test]
async fn only_servers_that_disable_tools_list_the_code() {
    let listed = async |server: Server<OneTool>| {
        let client = connect(server).await;
        text(&call(&client, "errors_explain", json!({})).await).contains("TOOL_DISABLED")
    };
    let count = Arc::default();
    assert!(!listed(enveloped(failing(&count)).with_catalog()).await);
    assert!(listed(enveloped(failing(&count)).with_catalog().disable_after(3)).await);
    assert!(
        listed(enveloped(failing(&count)).disable_after(3).catalog(agent_error::Catalog::of::<NoteError<u8>>())).await
    );
}

/// A server whose tool waits until the client cancels the call, and then fails as its argument specifies.
struct Canceled {
    tool: OneTool,
    calls: Arc<AtomicUsize>,
}

impl ServerHandler for Canceled {
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.tool.list_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.arguments.as_ref().is_some_and(|arguments| arguments.contains_key("how")) {
            self.calls.fetch_add(1, Ordering::Relaxed);
            context.ct.cancelled().await;
        }
        self.tool.call_tool(request, context).await
    }
}

#[tokio::test]
async fn a_canceled_call_is_neither_counted_nor_observed() {
    let (started, ended, seen) = (Arc::default(), Arc::default(), Arc::new(Mutex::new(Vec::new())));
    let log = Arc::clone(&seen);
    let server = enveloped(Canceled { tool: failing(&ended), calls: Arc::clone(&started) })
        .disable_after(1)
        .on_error(move |_, error| log.lock().unwrap().push(error.code.clone()));
    let client = connect(server).await;
    let until = async |count: &AtomicUsize, expected: usize| {
        let counted = async {
            while count.load(Ordering::Relaxed) < expected {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), counted).await.unwrap();
    };
    for (call, how) in ["coded", "own words", "protocol", "rejects", "panics"].into_iter().enumerate() {
        let params =
            CallToolRequestParams::new("fails").with_arguments(json!({"how": how}).as_object().unwrap().clone());
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let request = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
        until(&started, call + 1).await;
        request.cancel(None).await.unwrap();
        until(&ended, call + 1).await;
    }
    assert_eq!(text(&call(&client, "fails", json!({})).await), "done");
    assert!(seen.lock().unwrap().is_empty(), "{seen:?}");
}
