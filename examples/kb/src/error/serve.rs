//! Errors that stop the MCP server.

use agent_error::{AgentError, exit};
use std::io;

/// Errors that stop the MCP server. Errors of tools are returned to the client instead.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum ServeError {
    /// Standard input isn't connected to an MCP client.
    #[error("standard input is not an MCP client: {reason}")]
    #[code(
        "client_refused",
        exit = exit::sysexits::PROTOCOL,
        suggest = "Start `kb mcp` from an MCP client that communicates over standard input and output"
    )]
    Client {
        /// What the client did instead.
        reason: String,
    },

    /// The operating system can't provide the server's resources, such as threads.
    #[error("cannot start the server: {source}")]
    #[code(
        "server_not_started",
        exit = exit::sysexits::OSERR,
        suggest = "Restart the server once the system has threads and file descriptors available"
    )]
    NotStarted { source: io::Error },
}
