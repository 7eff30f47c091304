//! `billing serve`: runs the MCP server until the client closes standard input or a signal
//! terminates the process.

use crate::error::ProgramError;
use crate::tools;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;
use std::io;

pub(crate) fn run() -> Result<(), ProgramError> {
    // The client may never read or write again, so don't wait for it after a signal.
    agent_error::process::expect_signal();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|source| ProgramError::Stopped { source })?;
    let served = runtime.block_on(serve());
    // Don't wait for a read from standard input, which may never return.
    runtime.shutdown_background();
    served
}

async fn serve() -> Result<(), ProgramError> {
    // The messages of rmcp quote what the client sent.
    let serving = tools::server()?
        .serve(stdio())
        .await
        .map_err(|_| ProgramError::NoClient)?;
    let ended = serving.waiting().await;
    ended.map(drop).map_err(|error| ProgramError::Stopped {
        source: io::Error::other(error),
    })
}
