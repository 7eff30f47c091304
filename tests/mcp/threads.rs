//! Tests of errors that are converted to results outside the task of a call.

use crate::client::{Client, OneTool, call, connect, text};
use crate::errors::NoteError;
use agent_error::{ErrorRecord, Format, render};
use agent_error_mcp::{Responder, Server};
use rmcp::handler::server::tool::IntoCallToolResult as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock, Mutex};
use tokio::task::{JoinSet, spawn_blocking};

type Error = NoteError<u8>;

fn error(title: &str) -> Error {
    NoteError::NotFound { title: title.to_owned(), token: "hunter2".to_owned() }
}

/// A server whose tools convert their errors in another task or thread. The tool's name selects how.
struct Elsewhere;

impl ServerHandler for Elsewhere {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let names =
            ["spawn_blocking", "spawn", "join_set", "thread", "returned", "warning", "explicit", "more", "kept"];
        let tools = names.map(|name| OneTool::new(name, json!({"type": "object"}), |_| unreachable!()).tool);
        Ok(ListToolsResult::with_all_items(tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        static KEPT: LazyLock<CallToolResult> = LazyLock::new(|| Responder::default().result(&error("kept")));
        let name = request.name.into_owned();
        let result = |title: &'static str| Responder::default().result(&error(title)).into();
        Ok(match &*name {
            "spawn_blocking" => spawn_blocking(move || result("spawn_blocking")).await.unwrap(),
            "spawn" => tokio::spawn(async move { result("spawn") }).await.unwrap(),
            "join_set" => {
                let mut set = JoinSet::new();
                set.spawn(async move { result("join_set") });
                set.join_next().await.unwrap().unwrap()
            }
            "thread" => std::thread::spawn(move || result("thread")).join().unwrap(),
            "returned" => spawn_blocking(|| error("returned").into_call_tool_result()).await.unwrap()?,
            "warning" => spawn_blocking(|| Responder::default().result(&Error::Old { age: 7 })).await.unwrap().into(),
            "explicit" => {
                spawn_blocking(|| Responder::new(Format::Tagged).result(&error("explicit"))).await.unwrap().into()
            }
            "more" => {
                let mut result = spawn_blocking(move || Responder::default().result(&error("more"))).await.unwrap();
                result.content.push(ContentBlock::text("more"));
                result.into()
            }
            _ => spawn_blocking(|| KEPT.clone()).await.unwrap().into(),
        })
    }
}

type Seen = Arc<Mutex<Vec<ErrorRecord>>>;

async fn masked() -> (Client, Seen) {
    let seen = Seen::default();
    let log = Arc::clone(&seen);
    let server =
        Server::new(Elsewhere).mask_uncoded().on_error(move |_, error| log.lock().unwrap().push(error.clone()));
    (connect(server).await, seen)
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_keep_their_codes_and_take_the_format_of_the_server() {
    let (client, seen) = masked().await;
    for tool in ["spawn_blocking", "spawn", "join_set", "thread", "returned", "kept", "kept"] {
        let result = call(&client, tool, Value::Null).await;
        let mut expected = ErrorRecord::of(&error(tool));
        expected.actions.clear();
        assert_eq!((text(&result), result.is_error), (&*render(&expected, Format::Brief), Some(true)));
        assert_eq!((result.meta, result.structured_content), (None, None), "no mark is left");
        assert_eq!(seen.lock().unwrap().pop().unwrap().code, "NOTE_NOT_FOUND", "{tool}");
    }
    assert!(seen.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn other_content_of_a_result_is_kept() {
    let result = call(&masked().await.0, "more", Value::Null).await;
    assert!(text(&result).starts_with("error NOTE_NOT_FOUND: no note more\n"), "{}", text(&result));
    assert_eq!(result.content[1].as_text().unwrap().text, "more");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_explicit_format_is_kept() {
    let (client, seen) = masked().await;
    let result = call(&client, "explicit", Value::Null).await;
    assert!(text(&result).starts_with("[error:NOTE_NOT_FOUND] no note explicit"), "{}", text(&result));
    assert_eq!(seen.lock().unwrap()[0].code, "NOTE_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warning_is_observed_and_is_not_a_failure() {
    let (client, seen) = masked().await;
    let result = call(&client, "warning", Value::Null).await;
    assert_eq!((result.is_error, text(&result)), (Some(false), &*render(&Error::Old { age: 7 }, Format::Brief)));
    assert_eq!(seen.lock().unwrap()[0].code, "NOTE_OLD");
}
