//! Invoices as tools of an MCP server: every failure is an answer that an agent can act on.

mod cli;
mod error;
mod invoice;
mod ledger;
mod limit;
mod serve;
mod tools;

use agent_error::Response;
use error::CliError;

/// Standard output belongs to the protocol: in a pipe, errors of the program go to standard error.
#[agent_error::main(unwatched_format = Nested)]
fn main() -> Result<Response, CliError> {
    agent_error::clap::parse::<cli::Cli>()?.run()
}
