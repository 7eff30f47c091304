//! Errors of `cloudctl serve`.

use super::exit;
use agent_error::AgentError;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "SERVE", exit = exit::GENERAL)]
pub(crate) enum ServeError {
    /// Another program listens on the port.
    #[error("{address} is in use by another program")]
    #[code("SERVE_PORT_IN_USE", suggest = "Choose another port with `--port`; with `--port 0`, the system chooses one")]
    PortInUse {
        /// The address.
        address: SocketAddr,
        source: io::Error,
    },

    /// The operating system does not let the server listen.
    #[error("cannot listen on {address}: {source}")]
    #[code(
        "SERVE_FAILED_TO_LISTEN",
        suggest = "Choose another port with `--port`; ports below 1024 may need privileges"
    )]
    NotListening {
        /// The address.
        address: SocketAddr,
        source: io::Error,
    },

    /// The address of the server is unknown, so no client would find it.
    #[error("cannot write the address to standard output: {source}")]
    #[code("SERVE_ADDRESS_UNTOLD", suggest = "Check where standard output goes")]
    Silent { source: io::Error },

    /// The operating system handed over no more connections.
    #[error("the server stopped: {source}")]
    #[code("SERVE_STOPPED", suggest = "Start the server again; what it held is lost")]
    Stopped { source: io::Error },
}

impl ServeError {
    /// The code for an error of the operating system when the server starts to listen.
    pub(crate) fn not_listening(address: SocketAddr, source: io::Error) -> Self {
        match source.kind() {
            ErrorKind::AddrInUse => Self::PortInUse { address, source },
            _ => Self::NotListening { address, source },
        }
    }
}
