//! Serves a shop's orders over HTTP. Errors are RFC 9457 problems, or envelopes if the client prefers them.

mod api;
mod body;
mod cli;
mod error;
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
    agent_error::clap::parse::<cli::Cli>()?.run()
}
