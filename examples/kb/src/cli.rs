//! The command line of kb. Each command declares its errors.

use crate::entry::Entry;
use crate::error::{self, KbError};
use crate::kb::{Kb, TIERS};
use crate::server;
use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, parse_args};
use agent_error::{Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::json;
use std::env;
use std::path::PathBuf;

/// Manage a knowledge base for agents and people
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    /// Output format of results and errors
    #[arg(long, global = true, value_parser = ["text", "json"], default_value = "text")]
    format: String,

    /// File of the knowledge base
    #[arg(long, value_name = "PATH", global = true, default_value = "kb.json")]
    db: PathBuf,

    /// Permissions of the caller
    #[arg(long, global = true, value_parser = TIERS, default_value = "write")]
    tier: String,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a knowledge base, unless it already exists
    #[command(errors = error_set!["permission_denied" | "file_failed" in KbError], danger = Danger::Mutating)]
    Init,
    /// Add an entry, or replace the version that you have read
    #[command(errors = error::CHANGE, danger = Danger::Mutating)]
    Put(Entry),
    /// Show an entry
    #[command(errors = error::READ, danger = Danger::Safe)]
    Get { id: String },
    /// List the IDs and titles of all entries
    #[command(errors = error::READ, danger = Danger::Safe)]
    List,
    /// Run an MCP server on standard input and output
    #[command(errors = error_set!["not_found" | "file_failed" | "server_failed" in KbError])]
    #[command(danger = Danger::Mutating)]
    Mcp,
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

impl Cli {
    /// Parses the command line and selects the format. If clap rejects the command line, searches
    /// it for the flag.
    pub(crate) fn parse_args() -> Result<Self, KbError> {
        let parsed = parse_args::<Self>();
        if parsed
            .as_ref()
            .map_or_else(|_| is_json_requested(), |cli| cli.format == "json")
        {
            agent_error::process::set_format(agent_error_formats::FLAT);
        }
        parsed.map_err(KbError::of_usage)
    }

    pub(crate) fn run(self) -> Result<Response, KbError> {
        let kb = Kb {
            path: self.db,
            tier: self.tier,
        };
        let data = match self.command {
            Command::Init => {
                kb.create()?;
                // A path that isn't UTF-8 can't be serialized.
                json!({"path": kb.path.to_string_lossy()})
            }
            Command::Get { id } => kb.get(&id)?,
            Command::List => kb.list()?,
            Command::Put(entry) => kb.put(entry)?,
            Command::Mcp => return server::run(kb),
            Command::Errors(command) => {
                return Ok(command.run_with(|catalog| catalog.with_tools(server::TOOLS))?);
            }
        };
        Ok(Response::new(data))
    }
}

fn is_json_requested() -> bool {
    let arguments: Vec<_> = env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    arguments.join("=").contains("--format=json")
}
