//! Serves a shop's orders over HTTP and gRPC. HTTP errors are RFC 9457 problems, or envelopes if the client prefers
//! them. gRPC errors are statuses with details.

mod api;
mod body;
mod cli;
mod error;
mod grpc;
mod ledger;
mod limit;
mod order;
mod path;
mod serve;
mod shop;

use agent_error::Response;
use error::CliError;

#[agent_error::main(handle_signals = true)]
fn main() -> Result<Response, CliError> {
    agent_error::clap::parse_args::<cli::Cli>()?.run()
}
