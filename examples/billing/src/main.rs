//! An MCP server whose tools return the errors of Vurb.ts: XML with a code, a recovery and the next
//! tools to call.
//!
//! Read `error.rs` first, then `tools.rs`. `../../tests/mcp_sdks/billing.json` checks Vurb's guide,
//! statement by statement.

mod error;
mod ledger;
mod serve;
#[cfg(test)]
mod tests;
mod tools;

use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, OutputFlags, parse_args};
use agent_error::{Response, error_set};
use clap::{Parser, Subcommand};
use error::ProgramError;

/// Serve invoices over MCP
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    output: OutputFlags,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the MCP server on standard input and output
    #[command(errors = error_set!["CLIENT_SILENT" | "SERVER_STOPPED" in ProgramError], danger = Danger::Mutating)]
    Serve,
    /// List or explain the errors of this program and its tools
    Errors(FullErrorsCommand),
}

// Standard output is reserved for the protocol.
#[agent_error::main(piped = agent_error_formats::NESTED, errors_on_stderr = true, handle_signals = true)]
fn main() -> Result<Response, ProgramError> {
    match parse_args::<Cli>()?.command {
        Command::Errors(command) => {
            Ok(command.run_with(|catalog| catalog.with_tools(tools::TOOLS))?)
        }
        Command::Serve => {
            serve::run()?;
            Ok(Response::document(""))
        }
    }
}
