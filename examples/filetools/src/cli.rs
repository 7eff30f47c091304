//! The command line of filetools. Each command declares its errors.

use crate::error::{CHANGE, READ, RUN, ToolError};
use crate::provider::{self, ProviderError};
use crate::state::State;
use crate::tools;
use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, OutputFlags};
use agent_error::{Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::json;
use std::num::NonZeroUsize;

/// File and process tools for agents
///
/// If the output is piped, errors are printed as `[error:CODE] what happened`, followed by
/// `hint: what to do` and any output of the command.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputFlags,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read a text file, or some of its lines
    #[command(errors = READ, danger = Danger::Safe)]
    Read {
        /// File to read
        path: String,
        /// First line to read, starting at 1
        #[arg(long, value_name = "LINE")]
        offset: Option<NonZeroUsize>,
        /// Maximum number of lines to read
        #[arg(long, value_name = "LINES")]
        limit: Option<NonZeroUsize>,
    },
    /// Replace text that occurs exactly once in a file
    #[command(errors = READ.and(&CHANGE), danger = Danger::Mutating)]
    Edit {
        /// File to edit
        path: String,
        /// Text to replace
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        old: String,
        /// Replacement
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        new: String,
    },
    /// Run a program without a shell
    #[command(errors = RUN, danger = Danger::Destructive)]
    Run {
        /// Program and arguments; for a shell, pass `-- sh -c '...'`
        #[arg(required = true, trailing_var_arg = true)]
        command: Vec<String>,
        /// Timeout, in milliseconds
        #[arg(long, value_name = "MS", default_value_t = 120_000)]
        timeout_ms: u64,
    },
    /// Enable tools that were disabled after too many errors
    #[command(errors = error_set!["IO_ERROR" in ToolError], danger = Danger::Mutating)]
    Clear,
    /// Explain an error of a model provider, or print it unchanged if it's unknown
    #[command(errors = error_set![ProviderError], danger = Danger::Safe)]
    ExplainError {
        /// Message of the provider's client
        text: String,
    },
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

impl Cli {
    pub(crate) fn run(self) -> Result<Response, ToolError> {
        Ok(match self.command {
            Command::Read {
                path,
                offset,
                limit,
            } => tools::read(&path, offset, limit)?,
            Command::Edit { path, old, new } => tools::edit(&path, &old, &new)?,
            Command::Run {
                command,
                timeout_ms,
            } => tools::run(&command, timeout_ms)?,
            Command::Clear => {
                State::clear()?;
                Response::new(json!({"cleared": true})).human("All tools are enabled.")
            }
            Command::ExplainError { text } => provider::explain(&text)?,
            Command::Errors(command) => command.run()?,
        })
    }
}
