//! Errors of `cloudctl serve`.

use super::exit;
use agent_error::AgentError;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "SERVE", exit = exit::GENERAL)]
pub(crate) enum ServeError {
    /// The port is already in use.
    #[error("{address} is already in use")]
    #[code("SERVE_PORT_IN_USE", suggest = "Choose another port with `--port`, or pass `--port 0` to use any free port")]
    PortInUse {
        /// The address of the server.
        address: SocketAddr,
        source: io::Error,
    },

    /// The server can't listen on its address.
    #[error("cannot listen on {address}: {source}")]
    #[code(
        "SERVE_FAILED_TO_LISTEN",
        suggest = "Choose another port with `--port`; ports below 1024 may require privileges"
    )]
    NotListening {
        /// The address of the server.
        address: SocketAddr,
        source: io::Error,
    },

    /// The server can't print its address, so no client would find it.
    #[error("cannot write the address to standard output: {source}")]
    #[code("SERVE_ADDRESS_UNTOLD", suggest = "Check where standard output is redirected")]
    Silent { source: io::Error },

    /// The server can't accept more connections.
    #[error("the server stopped: {source}")]
    #[code("SERVE_STOPPED", suggest = "Restart the server; its in-memory data is lost")]
    Stopped { source: io::Error },
}

impl ServeError {
    /// Creates the error for an I/O error when the server starts listening.
    pub(crate) fn not_listening(address: SocketAddr, source: io::Error) -> Self {
        match source.kind() {
            ErrorKind::AddrInUse => Self::PortInUse { address, source },
            _ => Self::NotListening { address, source },
        }
    }
}
