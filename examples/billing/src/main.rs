//! An MCP server with tools for invoices. Agents can act on its errors.

mod cli;
mod error;
mod invoice;
mod ledger;
mod limit;
mod serve;
mod tools;

use agent_error::Response;
use error::CliError;

/// Standard output is reserved for the protocol, so errors of the program itself go to standard error.
#[agent_error::main(piped_format = Nested, handle_signals = true)]
fn main() -> Result<Response, CliError> {
    agent_error::clap::parse_args::<cli::Cli>()?.run()
}
