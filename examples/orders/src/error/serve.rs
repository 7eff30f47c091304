//! Why the server does not serve.

use agent_error::{AgentError, exit};
use std::io;
use std::net::SocketAddr;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, exit = exit::UNAVAILABLE)]
pub(crate) enum ServeError {
    /// The operating system does not let the server listen: another program may use the port.
    #[error("cannot listen on {address}")]
    #[code(
        "FAILED_TO_LISTEN",
        retryable = false,
        suggest = "Choose another port with `--port`; with `--port 0`, the system chooses one"
    )]
    NotListening { address: SocketAddr, source: io::Error },

    /// The operating system gives the server nothing to work with: no thread, or no reader of its address.
    #[error("the server ends: the system refused a service: {source}")]
    #[code(
        "SERVER_STOPPED",
        exit = exit::sysexits::OSERR,
        suggest = "Start it again with `orders serve`; what it held is lost"
    )]
    Stopped { source: io::Error },
}
