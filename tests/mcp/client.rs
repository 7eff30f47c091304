//! Connects an rmcp client to a server in this process.

use agent_error::{ErrorRecord, Format};
use agent_error_mcp::{ArgumentChecks, Server};
use agent_error_tests::parse;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, JsonObject,
    ListToolsResult, PaginatedRequestParams, Tool,
};
use rmcp::service::{RequestContext, RunningService, ServiceError};
use rmcp::{RoleClient, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use std::sync::Arc;

pub(crate) type Client = RunningService<RoleClient, ()>;

type Answer = Result<CallToolResponse, ErrorData>;

/// Creates a server with the envelope format, whose members most tests check.
pub(crate) fn enveloped<S>(inner: S) -> Server<S> {
    Server::new(inner).format(Format::ENVELOPE)
}

/// Creates a server with the envelope format that validates arguments before each call.
pub(crate) fn strict<S>(inner: S) -> Server<S> {
    enveloped(inner).arguments(ArgumentChecks::Strict)
}

/// A server with a single tool. The test chooses the tool's schema and result.
pub(crate) struct OneTool {
    pub(crate) tool: Tool,
    pub(crate) answer: Box<dyn Fn(JsonObject) -> Answer + Send + Sync>,
}

impl OneTool {
    pub(crate) fn new(
        name: &'static str,
        schema: Value,
        answer: impl Fn(JsonObject) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let schema = schema.as_object().unwrap().clone();
        Self {
            tool: Tool::new(name, "", Arc::new(schema)),
            answer: Box::new(answer),
        }
    }

    /// Creates a tool that returns its arguments.
    pub(crate) fn echo(schema: Value) -> Self {
        Self::new("echo", schema, |arguments| {
            Ok(CallToolResult::structured(Value::Object(arguments)).into())
        })
    }
}

impl ServerHandler for OneTool {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![self.tool.clone()]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Answer {
        (self.answer)(request.arguments.unwrap_or_default())
    }
}

/// Serves until the client is dropped. Returns the connected client.
pub(crate) async fn connect<S: ServerHandler>(server: Server<S>) -> Client {
    let (near, far) = tokio::io::duplex(1 << 16);
    // With the type erased, rmcp's service loop is compiled once instead of once per server.
    let server = server.into_dyn();
    tokio::spawn(async move {
        server
            .serve(near)
            .await?
            .waiting()
            .await
            .map_err(Box::<dyn std::error::Error + Send + Sync>::from)
    });
    ().serve(far).await.unwrap()
}

pub(crate) async fn try_call(
    client: &Client,
    tool: &str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let request = CallToolRequestParams::new(tool.to_owned());
    let request = match arguments {
        Value::Object(arguments) => request.with_arguments(arguments),
        _ => request,
    };
    client.call_tool(request).await
}

pub(crate) async fn call(client: &Client, tool: &str, arguments: Value) -> CallToolResult {
    try_call(client, tool, arguments).await.unwrap()
}

pub(crate) fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

/// Makes a call that must fail, and returns the parsed error.
pub(crate) async fn failure(client: &Client, tool: &str, arguments: Value) -> ErrorRecord {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{result:?}");
    parse(text(&result)).unwrap()
}
