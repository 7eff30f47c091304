//! `orders serve`: runs the HTTP server.

use crate::api::{self, Api};
use crate::error::ServeError;
use crate::limit::Limit;
use crate::shop::Shop;
use std::convert::Infallible;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::TcpListener;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// TCP port on 127.0.0.1, or 0 for any free port
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// Maximum number of requests per rate-limit window
    #[arg(long, value_name = "CALLS", default_value_t = 1000)]
    rate_limit: u32,

    /// Length of the rate-limit window, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    window_s: u64,

    /// Time limit for a request, its body included, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout_s: u64,

    /// File with the shop's revenue, one amount in cents per line
    #[arg(long, value_name = "FILE", default_value = "ledger.txt")]
    ledger: PathBuf,
}

/// Serves requests until the process is terminated.
pub(crate) fn run(args: &Args) -> Result<Infallible, ServeError> {
    tracing_subscriber::fmt().with_writer(io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_io().enable_time().build();
    runtime.map_err(|source| ServeError::Stopped { source })?.block_on(serve(args))
}

async fn serve(args: &Args) -> Result<Infallible, ServeError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let not_listening = |source| ServeError::NotListening { address, source };
    let listener = TcpListener::bind(address).await.map_err(not_listening)?;
    announce(listener.local_addr().map_err(not_listening)?).map_err(|source| ServeError::Stopped { source })?;
    agent_error::process::expect_signal();
    let limit = Limit::new(args.rate_limit, Duration::from_secs(args.window_s));
    let router = api::router(Api {
        shop: Shop::new(),
        limit,
        timeout: Duration::from_secs(args.timeout_s),
        ledger: args.ledger.clone(),
    });
    let ended = axum::serve(listener, router).await.err();
    let source = ended.unwrap_or_else(|| io::Error::other("the server returned"));
    Err(ServeError::Stopped { source })
}

fn announce(address: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "http://{address}")?;
    stdout.flush()
}
