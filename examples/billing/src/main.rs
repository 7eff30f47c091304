//! Invoices as tools of an MCP server, with errors that an agent can act on.

mod cli;
mod error;
mod invoice;
mod ledger;
mod limit;
mod serve;
mod tools;

use agent_error::Response;
use error::CliError;

/// Standard output belongs to the protocol, so errors of the program go to standard error in a pipe.
#[agent_error::main(unwatched_format = Nested, handle_signals = true)]
fn main() -> Result<Response, CliError> {
    agent_error::clap::parse::<cli::Cli>()?.run()
}
