//! The command line of cloudctl. Each command declares its errors and how dangerous it is.

use crate::error::CloudError;
use crate::{api, instances};
use agent_error::clap::{CommandExt as _, FullErrorsCommand, OutputArgs};
use agent_error::process::can_prompt;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Report, Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::json;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// The errors of every call.
pub(crate) const CALL: ErrorSet = error_set![
    "AUTH_ERROR" | "API_ERROR" | "NOT_FOUND" | "INSUFFICIENT_BALANCE" | "VALIDATION_ERROR" | "ERROR" in CloudError
];

/// Manage the instances of a cloud account
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    /// File with the API token
    #[arg(long, value_name = "PATH", global = true, default_value = "cloudctl.token")]
    token_file: PathBuf,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Manage instances
    #[command(subcommand, errors = CALL)]
    Instances(instances::Command),
    /// List the instance types, images and locations
    #[command(errors = CALL, danger = DangerLevel::Safe)]
    Offers,
    /// Show the account balance
    #[command(errors = CALL, danger = DangerLevel::Safe)]
    Balance,
    /// Set up credentials
    #[command(subcommand)]
    Auth(Auth),
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

#[derive(Debug, Subcommand)]
enum Auth {
    /// Save the API token, which is read from standard input
    #[command(errors = error_set!["VALIDATION_ERROR" | "ERROR" in CloudError], danger = DangerLevel::Mutating)]
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
            Command::Auth(Auth::Login) => log_in(&self.token_file),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

fn log_in(path: &Path) -> Result<Response, Report> {
    let mut token = String::new();
    if can_prompt() {
        eprint!("API token: ");
    }
    // In agent mode, don't wait for somebody at a terminal.
    if can_prompt() || !io::stdin().is_terminal() {
        io::stdin().read_line(&mut token)?;
    }
    if token.trim().is_empty() {
        return Err(CloudError::Token { field: "token", reason: "empty" }.into());
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(token.as_bytes()));
    written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(Response::new(json!({ "token_file": path })).human(format!("Saved the token in {}.", path.display())))
}
