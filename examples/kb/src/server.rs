//! `kb mcp`: the MCP server. Its tools return the same errors as the commands.

use crate::entry::{Entry, parse};
use crate::error::{CHANGE, KbError, READ};
use crate::kb::Kb;
use agent_error::{Catalog, ErrorSet, Format, Response};
use agent_error_mcp::Server;
use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::JsonObject;
use rmcp::transport::stdio;
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Id {
    /// The ID of the entry.
    id: String,
}

#[tool_router]
impl Kb {
    #[tool(description = "Gets an entry and its version", input_schema = schema_for_type::<Id>())]
    fn kb_get(&self, arguments: JsonObject) -> Result<String, KbError> {
        let Id { id } = parse(arguments)?;
        Ok(self.get(&id)?.to_string())
    }

    #[tool(description = "Lists the IDs and titles of all entries")]
    fn kb_list(&self) -> Result<String, KbError> {
        Ok(self.list()?.to_string())
    }

    #[tool(description = "Adds an entry, or replaces a version", input_schema = schema_for_type::<Entry>())]
    fn kb_put(&self, arguments: JsonObject) -> Result<String, KbError> {
        Ok(self.put(Entry::parse(arguments)?)?.to_string())
    }
}

#[tool_handler(name = "kb")]
impl ServerHandler for Kb {}

/// The codes that each tool can return.
pub(crate) const TOOLS: &[(&str, ErrorSet)] =
    &[("kb_get", READ), ("kb_list", READ), ("kb_put", CHANGE)];

/// Serves requests until the client closes standard input or a signal terminates the process.
pub(crate) fn run(kb: Kb) -> Result<Response, KbError> {
    // Report a missing knowledge base to whoever starts the server, because no tool can create one.
    kb.open()?;
    // Standard output is reserved for the protocol.
    agent_error::process::set_format(Format::HUMAN);
    // The client may never read or write again, so don't wait for it after a signal.
    agent_error::process::expect_signal();
    serve(kb).map(|()| Response::document(""))
}

#[tokio::main(flavor = "current_thread")]
async fn serve(kb: Kb) -> Result<(), KbError> {
    let failed = |reason: String| KbError::Server { reason };
    let server = Server::new(kb)
        .format(agent_error_formats::FLAT)
        .tools(TOOLS)
        .catalog(Catalog::complete()?);
    // The messages of rmcp quote what the client sent.
    let serving = server.serve(stdio()).await;
    let serving = serving
        .map_err(|_| failed("the client did not send a valid initialize request".to_owned()))?;
    serving
        .waiting()
        .await
        .map(drop)
        .map_err(|error| failed(error.to_string()))
}
