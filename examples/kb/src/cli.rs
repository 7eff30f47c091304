//! The command line.

mod entries;
mod fields;
mod limits;
pub(crate) mod usage;

use crate::entry::{Kind, schema};
use crate::error::{KbError, sets};
use crate::format::{FormatArgs, ToolFormat};
use crate::kb::Kb;
use crate::server;
use crate::tier::Tier;
use agent_error::clap::{CommandExt as _, ErrorsCommand};
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response};
use clap::{Parser, Subcommand};
use etcetera::base_strategy::{BaseStrategy as _, choose_base_strategy};
use serde_json::json;
use std::path::PathBuf;

const EXPLANATION: &str = "\
With `--format json`, answers and errors are JSON on standard output, as the tools of `kb mcp` give them.
`kb errors list` shows every error there is: codes in small letters are about the knowledge base, those in
capitals about the call itself.";

/// Keeps what agents and people know, in one file.
#[derive(Debug, Parser)]
#[command(version, after_help = EXPLANATION)]
pub(crate) struct Cli {
    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    base: BaseArgs,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Knowledge base")]
struct BaseArgs {
    /// The database; without it, one in the user's data directory
    #[arg(long, value_name = "PATH", global = true, env = "KB_DB", hide_env_values = true)]
    db: Option<PathBuf>,

    /// How much the caller is trusted with
    #[arg(long, value_enum, global = true, env = "KB_TIER", hide_env_values = true, default_value_t = Tier::Write)]
    tier: Tier,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create the knowledge base
    #[command(errors = sets::CREATE, danger = DangerLevel::Mutating)]
    Init {
        /// Succeed if it exists already
        #[arg(long)]
        if_missing: bool,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Add an entry
    #[command(errors = sets::changing(&sets::ADD).and(&sets::TEXT), danger = DangerLevel::Mutating)]
    Add(entries::Add),
    /// Show an entry
    #[command(errors = sets::OPEN.and(&sets::GET), danger = DangerLevel::Safe)]
    Get(entries::Get),
    /// List entries, by id
    #[command(errors = sets::OPEN, danger = DangerLevel::Safe)]
    List(entries::List),
    /// Look for words in titles, tags and bodies
    #[command(errors = sets::OPEN.and(&sets::SEARCH), danger = DangerLevel::Safe)]
    Search(entries::Search),
    /// Change fields of an entry
    #[command(errors = sets::changing(&sets::UPDATE).and(&sets::TEXT), danger = DangerLevel::Mutating)]
    Update(entries::Update),
    /// Remove an entry for good
    #[command(errors = sets::changing(&sets::REMOVE), danger = DangerLevel::Destructive)]
    Remove(entries::Remove),
    /// Add the entries of a file with one a line, as `kb export` writes it: all or none
    #[command(errors = sets::changing(&sets::ADD).and(&sets::TEXT), danger = DangerLevel::Destructive)]
    Import(entries::Import),
    /// Write all entries to standard output, one a line as JSON
    #[command(errors = sets::OPEN.and(&sets::EXPORT), danger = DangerLevel::Safe)]
    Export {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show what an entry may hold, as JSON Schema
    #[command(errors = ErrorSet::EMPTY, danger = DangerLevel::Safe)]
    Schema {
        /// The type of the entry
        #[arg(value_enum, default_value_t)]
        kind: Kind,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show or set how much may be changed within a while, and how large the database may become
    #[command(errors = sets::OPEN.and(&sets::LIMITS), danger = DangerLevel::Mutating)]
    Limits(limits::Args),
    /// Serve the knowledge base to an MCP client, on standard input and output
    #[command(errors = sets::SERVE, danger = DangerLevel::Destructive)]
    Mcp {
        /// What an error shows
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
        errors: ToolFormat,
    },
    /// The errors that this program can end with
    Errors(ErrorsCommand),
}

impl Cli {
    pub(crate) fn run(self) -> Result<Response, KbError> {
        let kb = self.base.kb();
        match self.command {
            Command::Init { if_missing, .. } => init(&kb, if_missing),
            Command::Add(args) => args.run(&kb),
            Command::Get(args) => args.run(&kb),
            Command::List(args) => args.run(&kb),
            Command::Search(args) => args.run(&kb),
            Command::Update(args) => args.run(&kb),
            Command::Remove(args) => args.run(&kb),
            Command::Import(args) => args.run(&kb),
            Command::Export { .. } => entries::export(&kb),
            Command::Schema { kind, .. } => Ok(Response::new(schema::of(kind))),
            Command::Limits(args) => args.run(&kb),
            Command::Mcp { errors } => Ok(server::run(kb, errors.into())?),
            Command::Errors(command) => Ok(command.run()?),
        }
    }
}

impl BaseArgs {
    fn kb(self) -> Kb {
        Kb { db: self.db.unwrap_or_else(default_db), tier: self.tier }
    }
}

/// Without a home directory, the working directory is used.
fn default_db() -> PathBuf {
    let directory = choose_base_strategy().map(|strategy| strategy.data_dir().join("kb"));
    directory.unwrap_or_default().join("kb.db")
}

fn init(kb: &Kb, if_missing: bool) -> Result<Response, KbError> {
    let created = kb.create(if_missing)?;
    let path = kb.db.display().to_string();
    let text = match created {
        true => format!("Created {path}.\nAdd an entry with `kb add --title TITLE`."),
        false => format!("{path} exists and is ready."),
    };
    Ok(Response::new(json!({"path": path, "created": created})).human(text))
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use crate::server;
    use agent_error::Catalog;
    use agent_error_testing::{Advice, assert_document_locked};
    use agent_error_tooling::Document;
    use clap::CommandFactory as _;

    #[test]
    fn every_command_flag_and_tool_that_an_error_names_exists() {
        let catalog = Catalog::linked().unwrap();
        let with_advice = catalog.iter().filter(|entry| entry.def.suggestion().is_some());
        assert!(with_advice.count() > 25, "the catalog of the whole program is checked");
        Advice::of(&Cli::command()).actions(server::tool_names()).assert_true(&catalog);
    }

    #[test]
    fn codes_change_only_where_it_is_meant() {
        let proofs = include_str!("../errors.proofs.json");
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        let tools = server::errors().into_iter();
        let catalog = tools.fold(catalog, |catalog, (tool, errors)| catalog.with_tool(tool, &errors));
        let document: Document = catalog.document().parse().unwrap();
        assert_document_locked("errors.lock.json", document.with_proofs(proofs).unwrap());
    }
}
