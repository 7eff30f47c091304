//! The command-line interface.

use crate::diff::DiffArgs;
use crate::error::CliError;
use crate::export::ExportArgs;
use crate::lint::LintArgs;
use crate::score;
use agent_error::Response;
use agent_error::clap::{FullErrorsCommand, OutputFlags};
use clap::{Parser, Subcommand};

/// Export, compare, lint and score errors of programs in any language
#[derive(Debug, Parser)]
#[command(name = "agent-error", version)]
pub(crate) struct Cli {
    #[command(flatten)]
    _output: OutputFlags,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Export(ExportArgs),
    Diff(DiffArgs),
    Lint(LintArgs),
    Score(score::Args),
    /// List or explain the errors of agent-error itself
    Errors(FullErrorsCommand),
}

impl Cli {
    pub(crate) fn run(self) -> Result<Response, CliError> {
        match self.command {
            Command::Export(args) => Ok(args.run()?),
            Command::Diff(args) => Ok(args.run()?),
            Command::Lint(args) => Ok(args.run()?),
            Command::Score(args) => Ok(args.run()?),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use agent_error::Catalog;
    use agent_error_testing::{AdviceChecker, Lock};
    use clap::CommandFactory as _;

    #[test]
    fn every_command_and_flag_that_an_error_names_exists() {
        let catalog = Catalog::linked().unwrap();
        assert!(
            catalog.get("CALL_SUCCEEDED").is_some(),
            "the catalog has the errors of the whole program"
        );
        AdviceChecker::new(&Cli::command()).assert_valid(&catalog);
    }

    #[test]
    fn codes_match_the_lock_file() {
        let lock = Lock::new("errors.lock.json");
        lock.commands(&Cli::command()).check();
    }
}
