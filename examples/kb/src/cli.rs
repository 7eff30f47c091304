//! The command line of kb. Each command declares its errors.

use crate::error::{self, KbError};
use crate::kb::{Kb, TIERS};
use crate::schema;
use crate::server;
use agent_error::clap::{CommandExt as _, FullErrorsCommand, parse_args};
use agent_error::vocabulary::DangerLevel;
use agent_error::{Format, Response, error_set};
use clap::{Parser, Subcommand};
use serde_json::{Map, Value, json};
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
    #[command(errors = error_set!["permission_denied" | "file_failed" in KbError], danger = DangerLevel::Mutating)]
    Init,
    /// Add an entry
    #[command(errors = error::CHANGE, danger = DangerLevel::Mutating)]
    Add(Fields),
    /// Show an entry
    #[command(alias = "show", errors = error::READ, danger = DangerLevel::Safe)]
    Get { id: String },
    /// List the IDs and titles of all entries
    #[command(errors = error::READ, danger = DangerLevel::Safe)]
    List,
    /// Update fields of an entry
    #[command(errors = error::CHANGE, danger = DangerLevel::Mutating)]
    Update {
        /// Version of the entry that you have read
        #[arg(long, value_name = "VERSION")]
        if_version: u64,
        #[command(flatten)]
        fields: Fields,
    },
    /// Print the metadata fields of each type
    #[command(errors = error_set![], danger = DangerLevel::Safe)]
    Schema,
    /// Run an MCP server on standard input and output
    #[command(
        errors = error_set!["not_found" | "file_failed" | "server_failed" in KbError],
        danger = DangerLevel::Mutating
    )]
    Mcp,
    /// List or explain the errors of this program
    Errors(FullErrorsCommand),
}

#[derive(Debug, clap::Args)]
struct Fields {
    /// ID of the entry
    id: String,
    /// Title
    #[arg(long)]
    title: Option<String>,
    /// Type, such as `backlog_item`; for a list, run `kb schema`
    #[arg(long, value_name = "TYPE")]
    r#type: Option<String>,
    /// Body
    #[arg(long, value_name = "TEXT")]
    body: Option<String>,
    /// Metadata as a JSON object; for the fields of each type, run `kb schema`
    #[arg(long, value_name = "JSON", value_parser = |json: &str| serde_json::from_str::<Value>(json))]
    metadata: Option<Value>,
}

impl Cli {
    /// Parses the command line and selects the format. If clap rejects the command line, searches it for the flag.
    pub(crate) fn parse_args() -> Result<Self, KbError> {
        let parsed = parse_args::<Self>();
        if parsed.as_ref().map_or_else(|_| is_json_requested(), |cli| cli.format == "json") {
            agent_error::process::set_format(Format::Flat);
        }
        parsed.map_err(KbError::of_usage)
    }

    pub(crate) fn run(self) -> Result<Response, KbError> {
        let kb = Kb { path: self.db, tier: self.tier };
        let data = match self.command {
            Command::Init => json!({"path": kb.path, "created": kb.create()?}),
            Command::Add(fields) => kb.add(fields.given())?,
            Command::Get { id } => kb.get(&id)?,
            Command::List => kb.list()?,
            Command::Update { if_version, fields } => kb.update(if_version, fields.given())?,
            Command::Schema => schema::types(),
            Command::Mcp => return server::run(kb),
            Command::Errors(command) => return Ok(command.run_with(server::with_tools)?),
        };
        Ok(Response::new(data))
    }
}

fn is_json_requested() -> bool {
    let arguments: Vec<_> = env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    arguments.join("=").contains("--format=json")
}

impl Fields {
    /// Returns the given fields, as a tool would receive them.
    fn given(self) -> Map<String, Value> {
        let Self { id, title, r#type, body, metadata } = self;
        let texts = [("id", Some(id)), ("title", title), ("type", r#type), ("body", body)];
        let texts = texts.map(|(name, text)| (name, text.map(Value::from)));
        let given = texts.into_iter().chain([("metadata", metadata)]);
        given.filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }
}
