//! Errors that stop the server.

use agent_error::{AgentError, exit};
use std::io;
use std::net::SocketAddr;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, exit = exit::UNAVAILABLE)]
pub(crate) enum ServeError {
    /// The server can't listen on its address; another program may be using the port.
    #[error("cannot listen on {address}")]
    #[code(
        "FAILED_TO_LISTEN",
        retryable = false,
        suggest = "Choose another port with `--port`, or pass `--port 0` to use any free port"
    )]
    NotListening { address: SocketAddr, source: io::Error },

    /// The server can't start or keep running; for example, it can't start threads or print its address.
    #[error("the server stopped: {source}")]
    #[code(
        "SERVER_STOPPED",
        exit = exit::sysexits::OSERR,
        suggest = "Restart it with `orders serve`; all orders were in memory and are lost"
    )]
    Stopped { source: io::Error },
}
