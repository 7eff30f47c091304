//! Why the server does not serve.

use agent_error::{AgentError, exit};
use std::io;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, exit = exit::sysexits::OSERR)]
pub(crate) enum ServeError {
    /// The operating system gives the server no threads to work with.
    #[error("the system cannot start threads for the server: {source}")]
    #[code(
        "SERVER_NOT_STARTED",
        suggest = "Start it again with `billing serve` once the system has threads and files to give"
    )]
    NotStarted { source: io::Error },

    /// The conversation ended before both sides had introduced themselves.
    #[error("the client did not begin a conversation: {reason}")]
    #[code(
        "CLIENT_SILENT",
        exit = exit::sysexits::PROTOCOL,
        suggest = "Start `billing serve` from an MCP client; it speaks JSON-RPC on standard input and output, not to people"
    )]
    NoClient {
        /// What the client did instead.
        reason: &'static str,
    },

    /// The conversation was broken off by a failure of the server.
    #[error("the connection to the client failed: {source}")]
    #[code("SERVER_STOPPED", suggest = "Start it again with `billing serve`")]
    Stopped { source: tokio::task::JoinError },
}
