//! Errors that stop the server.

use agent_error::{AgentError, exit};
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, exit = exit::sysexits::OSERR)]
pub(crate) enum ServeError {
    /// The server can't start its threads.
    #[error("cannot start the server's threads: {source}")]
    #[code(
        "SERVER_NOT_STARTED",
        suggest = "Restart it with `billing serve` once the system has threads and file descriptors available"
    )]
    NotStarted { source: io::Error },

    /// The client didn't complete the MCP handshake.
    #[error("MCP handshake failed: {reason}")]
    #[code(
        "CLIENT_SILENT",
        exit = exit::sysexits::PROTOCOL,
        suggest = "Start `billing serve` from an MCP client; it communicates in JSON-RPC on standard input and output"
    )]
    NoClient {
        /// What the client did instead.
        reason: &'static str,
    },

    /// The connection to the client failed.
    #[error("the connection to the client failed: {source}")]
    #[code("SERVER_STOPPED", suggest = "Restart it with `billing serve`")]
    Stopped { source: tokio::task::JoinError },
}
