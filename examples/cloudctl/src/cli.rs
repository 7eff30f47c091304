//! The command line of cloudctl. Each command declares its errors and how dangerous it is.

use crate::error::CloudError;
use crate::{api, instances};
use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, OutputFlags};
use agent_error::{ErrorSet, Report, Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// The errors of every call.
pub(crate) const CALL: ErrorSet = error_set![
    "AUTH_ERROR" | "API_ERROR" | "NOT_FOUND" | "INSUFFICIENT_BALANCE" | "VALIDATION_ERROR" | "ERROR" in CloudError
];

/// Manage the instances of a cloud account
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputFlags,

    /// File with the API token
    #[arg(
        long,
        value_name = "PATH",
        global = true,
        default_value = "cloudctl.token"
    )]
    token_file: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Manage instances
    #[command(subcommand, errors = CALL)]
    Instances(instances::Command),
    /// List the instance types and images
    #[command(errors = CALL, danger = Danger::Safe)]
    Offers,
    /// Show the account balance
    #[command(errors = CALL, danger = Danger::Safe)]
    Balance,
    /// Set up credentials
    #[command(subcommand)]
    Auth(Auth),
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

#[derive(Debug, Subcommand)]
enum Auth {
    /// Create an empty token file, which is enough for the canned responses
    #[command(errors = error_set!["ERROR" in CloudError], danger = Danger::Mutating)]
    Login,
}

impl Cli {
    pub(crate) fn run(&self) -> Result<Response, Report> {
        let is_call = !matches!(self.command, Command::Auth(_) | Command::Errors(_));
        if is_call && !self.token_file.is_file() {
            return Err(CloudError::no_credentials().into());
        }
        match &self.command {
            Command::Instances(command) => command.run(),
            Command::Offers => Ok(Response::new(api::offers()?)),
            Command::Balance => Ok(Response::new(api::balance()?)),
            Command::Auth(Auth::Login) => {
                // A path that isn't UTF-8 can't be serialized.
                let path = self.token_file.to_string_lossy();
                let failed = |error| CloudError::Other {
                    message: format!("{path}: {error}"),
                };
                fs::write(&self.token_file, "").map_err(failed)?;
                Ok(Response::new(json!({ "token_file": path })))
            }
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}
