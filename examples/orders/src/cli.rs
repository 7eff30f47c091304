//! The command-line interface.

use crate::error::CliError;
use crate::serve;
use agent_error::Response;
use agent_error::clap::{ErrorsCommand, OutputArgs};
use clap::{Parser, Subcommand};

/// Serve a shop's orders over HTTP and gRPC
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
    /// Serve the API on 127.0.0.1 and print its addresses
    Serve(serve::Args),
    /// List or explain the errors of this program and its API
    Errors(ErrorsCommand),
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        match &self.command {
            Command::Serve(args) => match serve::run(args)? {},
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use agent_error::Catalog;
    use agent_error_testing::assert_catalog_locked;
    use clap::CommandFactory as _;

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
