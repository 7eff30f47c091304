//! Calls an MCP server whose only tool rejects its arguments.

use crate::functions::{Prepared, shortened};
use agent_error_mcp::{ArgumentChecks, Server};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};
use std::hint::black_box;

struct Rejecting;

impl ServerHandler for Rejecting {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["id"],
            "properties": {"id": {"type": "integer"}, "name": {"enum": ["a", "b"]}},
        });
        let schema: JsonObject = serde_json::from_value(schema).unwrap_or_default();
        Ok(ListToolsResult::with_all_items(vec![Tool::new(
            "add", "Adds", schema,
        )]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let sent = Value::from(request.arguments.unwrap_or_default());
        Err(ErrorData::invalid_params(sent.to_string(), Some(sent)))
    }
}

/// Sends the text as a value, as a name, and as a list of words.
pub(crate) fn arguments(text: String) -> (Prepared, usize) {
    // rmcp drops a message of more than 16 MiB. An escape has up to six bytes.
    let text = shortened(&text, 8);
    let words: Vec<&str> = text.split(' ').take(10_000).collect();
    let names: JsonObject = words
        .iter()
        .map(|word| ((*word).to_owned(), Value::Null))
        .collect();
    call(
        "add",
        json!({"id": text, "name": words, text.as_str(): 1, "names": names}),
    )
}

/// Calls an unknown tool by this name.
pub(crate) fn results(text: String) -> (Prepared, usize) {
    call(&shortened(&text, 2), json!({}))
}

fn call(tool: &str, arguments: Value) -> (Prepared, usize) {
    // The client is in the same process, so its memory counts as well.
    let bytes = 2 * json!([tool, arguments]).to_string().len();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let client = runtime.block_on(async {
        let (near, far) = tokio::io::duplex(1 << 16);
        let server = Server::new(Rejecting).arguments(ArgumentChecks::Explain);
        tokio::spawn(async move { server.serve(near).await.expect("a client").waiting().await });
        ().serve(far).await.expect("a server")
    });
    let mut request = CallToolRequestParams::new(tool.to_owned());
    request.arguments = arguments.as_object().cloned();
    let call = move || _ = black_box(runtime.block_on(client.call_tool(request.clone())).is_ok());
    (Box::new(call), bytes)
}
