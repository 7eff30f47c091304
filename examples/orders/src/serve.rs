//! `orders serve`: runs both servers until the process is terminated.

use crate::error::ProgramError;
use crate::shop::Shop;
use crate::{api, grpc};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::{convert::Infallible, path::PathBuf, sync::Arc, time::Duration};
use tokio::net::TcpListener;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// TCP port for HTTP, or 0 for any free port
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// TCP port for gRPC, or 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    grpc_port: u16,

    /// Time until the shop opens, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    opens_in_s: u32,

    /// File with the shop's revenue, in cents
    #[arg(long, value_name = "FILE", default_value = "revenue.txt")]
    ledger: PathBuf,
}

#[tokio::main]
pub(crate) async fn run(args: Args) -> Result<Infallible, ProgramError> {
    tracing_subscriber::fmt().with_writer(io::stderr).init();
    let listener = listen(args.port, "http").await?;
    let grpc_listener = listen(args.grpc_port, "grpc").await?;
    agent_error::process::expect_signal();
    let shop = Arc::new(Shop::new(
        Duration::from_secs(args.opens_in_s.into()),
        args.ledger,
    ));
    let ended = tokio::select! {
        ended = axum::serve(listener, api::router(Arc::clone(&shop))) => ended,
        ended = grpc::serve(grpc_listener, shop) => ended.map_err(io::Error::other),
    };
    Err(ProgramError::Stopped {
        source: ended
            .err()
            .unwrap_or_else(|| io::Error::other("the server returned")),
    })
}

/// Listens on a loopback port and prints the address.
async fn listen(port: u16, scheme: &str) -> Result<TcpListener, ProgramError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address)
        .await
        .map_err(|source| ProgramError::NotListening { address, source })?;
    let printed = listener
        .local_addr()
        .and_then(|address| writeln!(io::stdout(), "{scheme}://{address}"));
    printed
        .map(|()| listener)
        .map_err(|source| ProgramError::Stopped { source })
}
