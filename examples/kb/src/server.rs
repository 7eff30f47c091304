//! `kb mcp`: the MCP server. Its tools return the same errors as the commands.

use crate::error::{CHANGE, KbError, READ};
use crate::kb::Kb;
use crate::schema::{self, check, id_of, object};
use agent_error::{Catalog, ErrorSet, Format, Response, error_set};
use agent_error_mcp::{Server, answer};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};

/// Returns the name, the description, the arguments and the errors of each tool.
pub(crate) fn tools() -> [(&'static str, &'static str, Value, ErrorSet); 5] {
    let (entry, nothing) = (schema::entry(&json!({"type": "object"})), object(&json!({}), &[]));
    let mut update = entry["properties"].clone();
    update["if_version"] = json!({"type": "integer", "minimum": 1});
    let update = object(&update, &["id", "if_version"]);
    let id = object(&json!({"id": {"type": "string"}}), &["id"]);
    let invalid = error_set!["validation_failed" in KbError];
    [
        ("kb_get", "Gets an entry and its version", id, READ),
        ("kb_list", "Lists the IDs and titles of all entries", nothing.clone(), READ),
        ("kb_schema", "Returns the metadata fields of each type", nothing, invalid),
        ("kb_add", "Adds an entry; for the fields of its type, call `kb_schema`", entry, CHANGE),
        ("kb_update", "Changes fields of the version that you have read", update, CHANGE),
    ]
}

/// Adds the errors of the tools to the catalog.
pub(crate) fn with_tools(catalog: Catalog) -> Catalog {
    tools().into_iter().fold(catalog, |catalog, (tool, _, _, errors)| catalog.with_tool(tool, &errors))
}

/// Serves requests until the client closes standard input or a signal terminates the process.
pub(crate) fn run(kb: Kb) -> Result<Response, KbError> {
    // Report a missing knowledge base to whoever starts the server, because no tool can create one.
    kb.open()?;
    // Standard output is reserved for the protocol.
    agent_error::process::set_format(Format::Human);
    // The client may never read or write again, so don't wait for it after a signal.
    agent_error::process::expect_signal();
    let failed = |reason: String| KbError::Server { reason };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failed(error.to_string()))?;
    let served = runtime.block_on(async {
        let server = Server::new(kb).format(Format::Flat).with_catalog();
        let server = tools().into_iter().fold(server, |server, (tool, _, _, errors)| server.errors(tool, errors));
        match server.serve(rmcp::transport::stdio()).await {
            Ok(running) => running.waiting().await.map(drop).map_err(|error| failed(error.to_string())),
            Err(_) => Err(failed("the client did not send a valid initialize request".to_owned())),
        }
    });
    // Don't wait for a read from standard input, which may never return.
    runtime.shutdown_background();
    served.map(|()| Response::document(""))
}

impl ServerHandler for Kb {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("kb", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_server_info(name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = tools().map(|(name, description, arguments, _)| {
            Tool::new(name, description, arguments.as_object().cloned().unwrap_or_default())
        });
        Ok(ListToolsResult::with_all_items(tools.into()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some((name, _, schema, _)) = tools().into_iter().find(|(name, ..)| request.name == *name) else {
            return Err(ErrorData::invalid_params("unknown tool", None));
        };
        let mut arguments = request.arguments.unwrap_or_default();
        let called = match name {
            "kb_add" => self.add(arguments),
            "kb_update" => {
                // `add` and `update` check the fields of the entry.
                let key = arguments.iter().filter(|(name, _)| ["id", "if_version"].contains(&name.as_str()));
                let key = key.map(|(name, value)| (name.clone(), value.clone())).collect();
                let version = arguments.remove("if_version").and_then(|version| version.as_u64()).unwrap_or_default();
                check(&schema, &key).and_then(|()| self.update(version, arguments))
            }
            name => check(&schema, &arguments).and_then(|()| match name {
                "kb_get" => self.get(id_of(&arguments)),
                "kb_list" => self.list(),
                _ => Ok(schema::types()),
            }),
        };
        match called {
            Ok(value) => Ok(CallToolResult::success(vec![ContentBlock::text(value.to_string())]).into()),
            Err(error) => answer(&error),
        }
    }
}
