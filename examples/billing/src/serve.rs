//! `billing serve`.

use crate::error::ServeError;
use crate::limit::Limit;
use crate::tools::{self, Billing};
use agent_error_mcp::Lines;
use rmcp::ServiceExt as _;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::stdio;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file with projects and invoices
    #[arg(long, value_name = "FILE", default_value = "ledger.json")]
    ledger: PathBuf,

    /// How many charges may be tried in a minute
    #[arg(long, value_name = "CHARGES", default_value_t = 60)]
    rate_limit: u64,

    /// How long that minute lasts, in seconds; a shorter one lets a client be tried with the limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    window_s: u64,
}

/// Serves until the client closes standard input, or a signal ends the server.
pub(crate) fn run(args: &Args) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|source| ServeError::NotStarted { source })?.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<(), ServeError> {
    let limit = Limit::new(args.rate_limit, Duration::from_secs(args.window_s));
    let billing = tools::server(Billing::new(args.ledger.clone(), limit));
    let (stdin, stdout) = stdio();
    let lines = Lines::new(stdin, stdout).until(agent_error::process::signalled());
    let serving = billing.serve(lines).await.map_err(|error| ServeError::NoClient { reason: reason(&error) })?;
    match serving.waiting().await {
        Ok(QuitReason::JoinError(source)) | Err(source) => Err(ServeError::Stopped { source }),
        Ok(_) => Ok(()),
    }
}

/// The message of rmcp quotes what the client sent.
fn reason(error: &ServerInitializeError) -> &'static str {
    match error {
        ServerInitializeError::ConnectionClosed(_) => "it closed standard input",
        ServerInitializeError::ExpectedInitializeRequest(_) => "the first message is not a request",
        ServerInitializeError::TransportError { .. } => "it does not read standard output",
        _ => "it was refused",
    }
}
