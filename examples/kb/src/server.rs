//! `kb mcp`: an MCP server on standard input and output.

mod arguments;
mod tools;

use crate::error::{ServeError, sets};
use crate::kb::Kb;
use agent_error::{ErrorSet, Format, Response};
use agent_error_mcp::{ArgumentChecks, LineTransport, Server};
use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use tools::Tools;

/// Serves requests until the client closes standard input.
pub(crate) fn run(kb: Kb, errors: Format) -> Result<Response, ServeError> {
    // Standard output is reserved for the protocol, so report fatal errors on standard error.
    agent_error::process::set_format(Format::Human);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|source| ServeError::NotStarted { source })?;
    let served = runtime.block_on(serve(kb, errors));
    // Don't wait for a blocking read from standard input, which may never return.
    runtime.shutdown_background();
    served.map(|()| Response::document(""))
}

async fn serve(kb: Kb, errors: Format) -> Result<(), ServeError> {
    let (stdin, stdout) = rmcp::transport::stdio();
    let lines = LineTransport::new(stdin, stdout).until(agent_error::process::signalled());
    let refused = lines.refused();
    let running = match server(kb, errors).serve(lines).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) if refused.count() > 0 => {
            let reason = format!(
                "{} lines were not MCP messages, and the client never sent an initialize request",
                refused.count()
            );
            return Err(ServeError::Client { reason });
        }
        // The client may disconnect before its first message, or stop reading.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => return Ok(()),
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            let reason = "the first message is not an initialize request".to_owned();
            return Err(ServeError::Client { reason });
        }
        Err(error) => return Err(ServeError::Client { reason: error.to_string() }),
    };
    if let Ok(QuitReason::JoinError(error)) | Err(error) = running.waiting().await
        && let Ok(panic) = error.try_into_panic()
    {
        // Report a panic in the server as a bug of the program.
        std::panic::resume_unwind(panic);
    }
    Ok(())
}

/// Creates the MCP server and declares the errors of each tool.
fn server(kb: Kb, format: Format) -> Server<Tools> {
    let server = Server::new(Tools::new(kb)).format(format).arguments(ArgumentChecks::Strict).with_catalog();
    errors().into_iter().fold(server, |server, (tool, errors)| server.errors(tool, errors))
}

/// Returns each tool and its errors.
pub(crate) fn errors() -> [(&'static str, ErrorSet); 7] {
    [
        ("kb_get", sets::OPEN.and(&sets::GET)),
        ("kb_list", sets::OPEN),
        ("kb_search", sets::OPEN.and(&sets::SEARCH)),
        ("kb_schema", ErrorSet::EMPTY),
        ("kb_add", sets::changing(&sets::ADD)),
        ("kb_update", sets::changing(&sets::UPDATE)),
        ("kb_remove", sets::changing(&sets::REMOVE)),
    ]
}

/// The tools that actions may refer to.
#[cfg(test)]
pub(crate) fn tool_names() -> Vec<String> {
    let tools = Tools::router().list_all();
    let declared = errors().map(|(tool, _)| tool);
    assert!(tools.iter().all(|tool| declared.contains(&&*tool.name)), "each tool declares its errors");
    tools.into_iter().map(|tool| tool.name.into_owned()).collect()
}
