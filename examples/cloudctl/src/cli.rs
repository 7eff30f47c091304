//! The command-line interface.

use crate::client::Client;
use crate::error::{CliError, sets};
use crate::token_file::{self, Session};
use crate::{auth, balance, connection, instances, offers, serve};
use agent_error::Response;
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use agent_error::vocabulary::DangerLevel;
use clap::{Parser, Subcommand};

const EXPLANATION: &str = "\
With `--agent`, writes results as JSON to standard output and errors as JSON to standard error, and never \
prompts. It also never prompts outside an interactive terminal. For a list of all errors, run `cloudctl errors list`.";

/// Manage the instances of a cloud account
#[derive(Debug, Parser)]
#[command(version, after_help = EXPLANATION)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    connection: connection::Args,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Manage instances
    #[command(subcommand, errors = sets::CALL)]
    Instances(instances::Command),
    /// List instance types and prices
    #[command(subcommand, errors = sets::CALL)]
    Types(offers::Types),
    /// List operating system images
    #[command(subcommand, errors = sets::CALL)]
    Images(offers::Images),
    /// Show the account balance
    #[command(errors = sets::CALL, danger = DangerLevel::Safe)]
    Balance,
    /// Log in and out
    #[command(subcommand)]
    Auth(auth::Command),
    /// Run a local server with an in-memory cloud, to try out cloudctl
    #[command(errors = sets::SERVE, danger = DangerLevel::Safe)]
    Serve(serve::Args),
    /// List or explain the errors of this program
    Errors(ErrorsCommand),
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        match &self.command {
            Command::Instances(command) => {
                command.check()?;
                command.run(&self.client()?)
            }
            Command::Types(command) => command.run(&self.client()?),
            Command::Images(command) => command.run(&self.client()?),
            Command::Balance => balance::run(&self.client()?),
            Command::Auth(command) => command.run(self.connection.connection()?),
            Command::Serve(args) => match serve::run(args)? {},
            Command::Errors(command) => Ok(command.run()?),
        }
    }

    /// Creates a client with the saved token.
    fn client(&self) -> Result<Client, CliError> {
        let connection = self.connection.connection()?;
        let Session { user, token } = token_file::load(&connection)?;
        Ok(Client::new(connection).with_token(token).renewable_by(user.filter(|_| auth::password_is_set())))
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use agent_error::Catalog;
    use agent_error_testing::{AdviceChecker, assert_catalog_locked};
    use clap::CommandFactory as _;

    #[test]
    fn commands_flags_and_actions_in_advice_exist() {
        let catalog = Catalog::linked().unwrap();
        let with_advice = catalog.iter().filter(|entry| entry.def.suggestion().is_some());
        assert!(with_advice.count() > 30, "the catalog of the whole program is checked");
        AdviceChecker::new(&Cli::command()).assert_valid(&catalog);
    }

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
