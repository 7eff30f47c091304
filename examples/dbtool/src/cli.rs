//! The command-line interface.

use crate::error::{ConfigError, ConnectError, CsvError, DbError, FileError, sets};
use crate::store::OnConflict;
use crate::{connect, init, process, status, sync, validate};
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use agent_error::vocabulary::DangerLevel;
use agent_error::{Response, error_set};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Store items in a SQLite database
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    /// Database file
    #[arg(long, value_name = "PATH", global = true, default_value = "dbtool.db")]
    db: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create the database
    #[command(errors = sets::CREATE, danger = DangerLevel::Mutating)]
    Init(init::Args),
    /// Show the size of the database
    #[command(errors = sets::READ, danger = DangerLevel::Safe)]
    Status,
    /// Import items from a CSV file with the columns sku, name and count
    #[command(errors = sets::ADD.and(&error_set![CsvError]), danger = DangerLevel::Mutating)]
    Process {
        /// CSV file to import
        file: PathBuf,
        #[command(flatten)]
        conflict: ConflictArgs,
    },
    /// Copy the items from another database
    #[command(errors = sets::ADD, danger = DangerLevel::Mutating)]
    Sync {
        /// Database to copy from
        source: PathBuf,
        #[command(flatten)]
        conflict: ConflictArgs,
    },
    /// Validate a TOML configuration file
    #[command(errors = error_set![ConfigError, FileError], danger = DangerLevel::Safe)]
    Validate {
        /// Configuration file to validate
        file: PathBuf,
    },
    /// Check that a server accepts TCP connections
    #[command(errors = error_set![ConnectError], danger = DangerLevel::Safe)]
    Connect(connect::Args),
    /// List or explain the errors of this program
    Errors(ErrorsCommand),
}

#[derive(Debug, clap::Args)]
struct ConflictArgs {
    /// How to handle items whose SKU already exists
    #[arg(long, value_enum, default_value_t)]
    on_conflict: OnConflict,
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, DbError> {
        match &self.command {
            Command::Init(args) => init::run(&self.db, args),
            Command::Status => status::run(&self.db),
            Command::Process { file, conflict } => process::run(&self.db, file, conflict.on_conflict),
            Command::Sync { source, conflict } => sync::run(&self.db, source, conflict.on_conflict),
            Command::Validate { file } => validate::run(file),
            Command::Connect(args) => connect::run(args),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use agent_error::Catalog;
    use agent_error_testing::{AdviceChecker, assert_catalog_locked};
    use clap::CommandFactory as _;

    #[test]
    fn commands_and_flags_in_advice_exist() {
        let catalog = Catalog::linked().unwrap();
        let with_advice = catalog.iter().filter(|entry| entry.def.suggestion().is_some());
        assert!(with_advice.count() > 30, "the catalog of the whole program is checked");
        AdviceChecker::new(&Cli::command()).program("mkdir").assert_valid(&catalog);
    }

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
