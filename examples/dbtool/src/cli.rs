//! The command line of dbtool. Each command declares its errors and how dangerous it is.

use crate::error::DbError;
use crate::{config, connect, csv_file, store};
use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, OutputFlags};
use agent_error::{Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::json;
use std::path::PathBuf;

/// Store items in a database
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputFlags,

    /// Database file
    #[arg(long, value_name = "PATH", global = true, default_value = "dbtool.db")]
    db: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create the database
    #[command(danger = Danger::Mutating)]
    #[command(errors = error_set!["DB_FILE_EXISTS" | "DB_FILE_CORRUPT" | "FILE_ACCESS_FAILED" in DbError])]
    Init {
        /// Succeed even if the database already exists
        #[arg(long)]
        if_missing: bool,
    },
    /// Count the items in the database
    #[command(danger = Danger::Safe)]
    #[command(errors = error_set!["DB_FILE_MISSING" | "DB_FILE_CORRUPT" | "FILE_ACCESS_FAILED" in DbError])]
    Status,
    /// Import items from a CSV file with the columns sku and count
    #[command(danger = Danger::Mutating)]
    #[command(errors = error_set![
        "DB_FILE_MISSING" | "DB_FILE_CORRUPT" | "DB_ITEM_DUPLICATE" | "FILE_PATH_MISSING" | "FILE_ACCESS_FAILED" in DbError,
        "CSV_HEADER_INVALID" | "CSV_VALUE_INVALID" in DbError,
    ])]
    Process {
        /// CSV file to import
        file: PathBuf,
    },
    /// Validate a TOML configuration file
    #[command(danger = Danger::Safe)]
    #[command(errors = error_set![
        "FILE_PATH_MISSING" | "FILE_ACCESS_FAILED" | "CONFIG_SYNTAX_INVALID" | "CONFIG_FIELD_INVALID" in DbError
    ])]
    Validate {
        /// Configuration file to validate
        file: PathBuf,
    },
    /// Check that a server accepts TCP connections
    #[command(danger = Danger::Safe)]
    #[command(errors = error_set![
        "DB_CONNECTION_REFUSED" | "DB_CONNECTION_TIMEOUT" | "DB_CONNECTION_FAILED" | "DB_HOST_UNRESOLVED" in DbError
    ])]
    Connect(connect::Args),
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, DbError> {
        let db = self.db.as_path();
        // A path that isn't UTF-8 can't be serialized.
        let path = db.to_string_lossy();
        match &self.command {
            Command::Init { if_missing } => {
                match store::create(db) {
                    Err(DbError::FileExists { .. }) if *if_missing => drop(store::load(db)?),
                    created => created?,
                }
                let text =
                    format!("{path} is ready.\nTo add items, run `dbtool process FILE.csv`.");
                Ok(Response::new(json!({ "path": path })).human(text))
            }
            Command::Status => {
                let items = store::load(db)?;
                let text = format!("Items in {path}: {}", items.len());
                Ok(Response::new(json!({ "path": path, "items": items.len() })).human(text))
            }
            Command::Process { file } => {
                store::add(db, csv_file::read(file)?)?;
                let file = file.to_string_lossy();
                let text = format!("Imported {file} into {path}.");
                Ok(Response::new(json!({ "db": path, "file": file })).human(text))
            }
            Command::Validate { file } => config::run(file),
            Command::Connect(args) => connect::run(args),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}
