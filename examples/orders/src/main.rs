//! A shop's orders over HTTP. Every error is a problem of RFC 9457, or an envelope if the client prefers it.

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
