//! `orders serve`: runs the HTTP server.

use crate::api::{self, Api};
use crate::error::ServeError;
use crate::grpc;
use crate::limit::Limit;
use crate::shop::Shop;
use std::convert::Infallible;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// TCP port on 127.0.0.1, or 0 for any free port
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// TCP port on 127.0.0.1 for gRPC; 0 selects a free port [default: gRPC is disabled]
    #[arg(long, value_name = "PORT")]
    grpc_port: Option<u16>,

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
    let listener = listen(args.port, "http").await?;
    let grpc_listener = match args.grpc_port {
        Some(port) => Some(listen(port, "grpc").await?),
        None => None,
    };
    agent_error::process::expect_signal();
    let limit = Limit::new(args.rate_limit, Duration::from_secs(args.window_s));
    let api = Arc::new(Api {
        shop: Shop::new(),
        limit,
        timeout: Duration::from_secs(args.timeout_s),
        ledger: args.ledger.clone(),
    });
    let http = axum::serve(listener, api::router(Arc::clone(&api)));
    let source = match grpc_listener {
        Some(listener) => tokio::select! {
            ended = http => ended.err(),
            ended = grpc::serve(listener, api) => ended.err().map(io::Error::other),
        },
        None => http.await.err(),
    };
    let source = source.unwrap_or_else(|| io::Error::other("the server returned"));
    Err(ServeError::Stopped { source })
}

/// Listens on a loopback port and prints the address.
async fn listen(port: u16, scheme: &str) -> Result<TcpListener, ServeError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let not_listening = |source| ServeError::NotListening { address, source };
    let listener = TcpListener::bind(address).await.map_err(not_listening)?;
    let address = listener.local_addr().map_err(not_listening)?;
    announce(scheme, address).map_err(|source| ServeError::Stopped { source })?;
    Ok(listener)
}

fn announce(scheme: &str, address: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{scheme}://{address}")?;
    stdout.flush()
}
