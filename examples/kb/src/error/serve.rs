//! Errors that end the server.

use agent_error::{AgentError, exit};
use std::io;

/// Why the server stopped. A failed tool is not a reason: its error is the answer.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, case = "snake")]
pub(crate) enum ServeError {
    /// What is on standard input is not an MCP client: it did not begin as the protocol wants it.
    #[error("standard input is not an MCP client: {reason}")]
    #[code(
        "client_refused",
        exit = exit::sysexits::PROTOCOL,
        suggest = "Let an MCP client start `kb mcp`, as its server for standard input and output"
    )]
    Client {
        /// How it began instead.
        reason: String,
    },

    /// The operating system does not give the server what it needs, as threads.
    #[error("the server cannot start: {source}")]
    #[code(
        "server_not_started",
        exit = exit::sysexits::OSERR,
        suggest = "Start the server again once the system has threads and files to give"
    )]
    NotStarted { source: io::Error },
}
