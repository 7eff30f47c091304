//! The command-line interface.

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
With `--format json`, writes results and errors as JSON to standard output, in the same form as the tools of `kb mcp`. \
For a list of all errors, run `kb errors list`. Lowercase codes are about the knowledge base; uppercase codes are \
about the call itself.";

/// Manage a knowledge base for agents and people
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
    /// Database file [default: kb/kb.db in the user's data directory]
    #[arg(long, value_name = "PATH", global = true, env = "KB_DB", hide_env_values = true)]
    db: Option<PathBuf>,

    /// Permissions of the caller
    #[arg(long, value_enum, global = true, env = "KB_TIER", hide_env_values = true, default_value_t = Tier::Write)]
    tier: Tier,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a knowledge base
    #[command(errors = sets::CREATE, danger = DangerLevel::Mutating)]
    Init {
        /// Succeed if the knowledge base already exists
        #[arg(long)]
        if_missing: bool,
    },
    /// Add an entry
    #[command(errors = sets::changing(&sets::ADD).and(&sets::TEXT), danger = DangerLevel::Mutating)]
    Add(entries::Add),
    /// Show an entry
    #[command(errors = sets::OPEN.and(&sets::GET), danger = DangerLevel::Safe)]
    Get(entries::Get),
    /// List entries, sorted by ID
    #[command(errors = sets::OPEN, danger = DangerLevel::Safe)]
    List(entries::List),
    /// Search titles, tags and bodies
    #[command(errors = sets::OPEN.and(&sets::SEARCH), danger = DangerLevel::Safe)]
    Search(entries::Search),
    /// Update fields of an entry
    #[command(errors = sets::changing(&sets::UPDATE).and(&sets::TEXT), danger = DangerLevel::Mutating)]
    Update(entries::Update),
    /// Permanently remove an entry
    #[command(errors = sets::changing(&sets::REMOVE), danger = DangerLevel::Destructive)]
    Remove(entries::Remove),
    /// Import all entries from a JSON Lines file, as written by `kb export`
    #[command(errors = sets::changing(&sets::ADD).and(&sets::TEXT), danger = DangerLevel::Destructive)]
    Import(entries::Import),
    /// Export all entries to standard output as JSON Lines
    #[command(errors = sets::OPEN.and(&sets::EXPORT), danger = DangerLevel::Safe)]
    Export,
    /// Print the JSON Schema of an entry
    #[command(errors = ErrorSet::EMPTY, danger = DangerLevel::Safe)]
    Schema {
        /// Type of entry
        #[arg(value_enum, default_value_t)]
        kind: Kind,
    },
    /// Show or set the rate limit for changes and the maximum database size
    #[command(errors = sets::OPEN.and(&sets::LIMITS), danger = DangerLevel::Mutating)]
    Limits(limits::Args),
    /// Run an MCP server on standard input and output
    #[command(errors = sets::SERVE, danger = DangerLevel::Destructive)]
    Mcp {
        /// Format of errors
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
        errors: ToolFormat,
    },
    /// List or explain the errors of this program
    Errors(ErrorsCommand),
}

impl Cli {
    pub(crate) fn run(self) -> Result<Response, KbError> {
        let kb = self.base.kb();
        match self.command {
            Command::Init { if_missing } => init(&kb, if_missing),
            Command::Add(args) => args.run(&kb),
            Command::Get(args) => args.run(&kb),
            Command::List(args) => args.run(&kb),
            Command::Search(args) => args.run(&kb),
            Command::Update(args) => args.run(&kb),
            Command::Remove(args) => args.run(&kb),
            Command::Import(args) => args.run(&kb),
            Command::Export => entries::export(&kb),
            Command::Schema { kind } => Ok(Response::new(schema::of(kind))),
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

/// Returns the default path of the database. If the home directory is unknown, it's in the working directory.
fn default_db() -> PathBuf {
    let directory = choose_base_strategy().map(|strategy| strategy.data_dir().join("kb"));
    directory.unwrap_or_default().join("kb.db")
}

fn init(kb: &Kb, if_missing: bool) -> Result<Response, KbError> {
    let created = kb.create(if_missing)?;
    let path = kb.db.display().to_string();
    let text = match created {
        true => format!("Created {path}.\nTo add an entry, run `kb add --title TITLE`."),
        false => format!("{path} already exists and is ready."),
    };
    Ok(Response::new(json!({"path": path, "created": created})).human(text))
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use crate::server;
    use agent_error::Catalog;
    use agent_error_testing::{AdviceChecker, assert_catalog_locked};
    use clap::CommandFactory as _;

    #[test]
    fn commands_flags_and_tools_in_advice_exist() {
        let catalog = Catalog::linked().unwrap();
        let with_advice = catalog.iter().filter(|entry| entry.def.suggestion().is_some());
        assert!(with_advice.count() > 25, "the catalog of the whole program is checked");
        AdviceChecker::new(&Cli::command()).actions(server::tool_names()).assert_valid(&catalog);
    }

    #[test]
    fn codes_match_the_lock_file() {
        let catalog = Catalog::linked().unwrap().with_commands(&Cli::command());
        let tools = server::errors().into_iter();
        let catalog = tools.fold(catalog, |catalog, (tool, errors)| catalog.with_tool(tool, &errors));
        assert_catalog_locked("errors.lock.json", &catalog);
    }
}
