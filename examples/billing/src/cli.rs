//! The command-line interface.

use crate::error::{CliError, ServeError};
use crate::{invoice, serve};
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use agent_error::vocabulary::DangerLevel;
use agent_error::{Format, Response, error_set};
use clap::{Parser, Subcommand};

/// Serve invoices over MCP
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the MCP server on standard input and output
    #[command(errors = error_set![ServeError], danger = DangerLevel::Mutating)]
    Serve(serve::Args),
    /// Show an invoice and its payments
    #[command(subcommand)]
    Invoice(invoice::Command),
    /// List or explain the errors of this program and its tools
    Errors(ErrorsCommand),
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        match &self.command {
            Command::Serve(args) => {
                // Standard output is reserved for the protocol, so report errors on standard error.
                if self.output.format.is_some_and(|format| format != Format::Human) {
                    agent_error::process::set_format(Format::Nested);
                }
                serve::run(args)?;
                // Print nothing: any other line would break the protocol.
                Ok(Response::document(""))
            }
            Command::Invoice(command) => command.run(),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use crate::tools;
    use agent_error::Catalog;
    use agent_error_testing::assert_catalog_locked;
    use clap::CommandFactory as _;

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        let tools = tools::errors().into_iter();
        let catalog = tools.fold(catalog, |catalog, (tool, errors)| catalog.with_tool(tool, &errors));
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
