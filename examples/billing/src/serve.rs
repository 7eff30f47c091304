//! `billing serve`: runs the MCP server.

use crate::error::ServeError;
use crate::limit::Limit;
use crate::tools::{self, Billing};
use agent_error_mcp::LineTransport;
use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::stdio;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ledger file with projects and invoices
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    ledger: PathBuf,

    /// Maximum number of charges per rate-limit window
    #[arg(long, value_name = "CHARGES", default_value_t = 60)]
    rate_limit: u64,

    /// Length of the rate-limit window, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    window_s: u64,
}

/// Serves requests until the client closes standard input or the process receives a signal.
pub(crate) fn run(args: &Args) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|source| ServeError::NotStarted { source })?.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<(), ServeError> {
    let limit = Limit::new(args.rate_limit, Duration::from_secs(args.window_s));
    let billing = tools::server(Billing::new(args.ledger.clone(), limit));
    let (stdin, stdout) = stdio();
    let lines = LineTransport::new(stdin, stdout).until(agent_error::process::signalled());
    let serving = billing.serve(lines).await.map_err(|error| ServeError::NoClient { reason: reason(&error) })?;
    match serving.waiting().await {
        Ok(QuitReason::JoinError(source)) | Err(source) => Err(ServeError::Stopped { source }),
        Ok(_) => Ok(()),
    }
}

/// Describes why the handshake failed. The messages of rmcp quote what the client sent.
fn reason(error: &ServerInitializeError) -> &'static str {
    match error {
        ServerInitializeError::ConnectionClosed(_) => "the client closed standard input",
        ServerInitializeError::ExpectedInitializeRequest(_) => "the first message is not an initialize request",
        ServerInitializeError::TransportError { .. } => "cannot write to standard output",
        _ => "invalid message from the client",
    }
}
