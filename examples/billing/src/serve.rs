//! `billing serve`: runs the MCP server until the client closes standard input or the process receives a signal.

use crate::error::ProgramError;
use crate::tools;
use agent_error::process::signalled;
use agent_error_mcp::until;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;
use std::{io, pin::pin, time::Duration};
use tokio::{sync::oneshot, time::timeout};

pub(crate) fn run() -> Result<(), ProgramError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|source| ProgramError::Stopped { source })?;
    let served = runtime.block_on(serve());
    // Don't wait for a read from standard input, which may never return.
    runtime.shutdown_background();
    served
}

async fn serve() -> Result<(), ProgramError> {
    let (stop, stopped) = oneshot::channel();
    let (stdin, stdout) = stdio();
    let transport = (until(stdin, async { stopped.await.unwrap_or_default() }), stdout);
    let serving = tokio::select! {
        // The messages of rmcp quote what the client sent.
        serving = tools::server().serve(transport) => serving.map_err(|_| ProgramError::NoClient)?,
        () = signalled() => return Ok(()),
    };
    let mut ended = pin!(serving.waiting());
    let ended = tokio::select! {
        ended = &mut ended => ended,
        () = signalled() => {
            let _ = stop.send(());
            // Running calls may end. If the client never reads, even a normal exit would wait for it.
            timeout(Duration::from_secs(2), ended).await.unwrap_or_else(|_| std::process::exit(0))
        }
    };
    ended.map(drop).map_err(|error| ProgramError::Stopped { source: io::Error::other(error) })
}
