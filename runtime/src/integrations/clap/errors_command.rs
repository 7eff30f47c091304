//! The `errors` command, which a program adds to its own commands.

mod full;

pub use full::FullErrorsCommand;

use super::output_args::long_names;
use super::tree::{CODE, COMMANDS_NOT_DECLARED, Node};
use super::{CommandExt as _, tree};
use crate::catalog::collect::clashes_with;
use crate::catalog::{Catalog, Explanation, Filter, List};
use crate::error_set;
use crate::process::command_line;
use crate::process::configured;
use crate::process::response::Response;
use crate::ready::builtin;
use crate::ready::catalog_error::{ANY_LISTED, CatalogError, named};
use crate::ready::clap_error::shown_name;
use crate::ready::errors_command::ErrorsCommandError;
use crate::vocabulary::terms::DangerLevel;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The `errors` command with its subcommands `list` and `explain CODE`. [`FullErrorsCommand`] has three more.
///
/// With clap's derive, use it as the field of a subcommand variant, as the [module](super) shows. With clap's builder,
/// call [`command`](Self::command).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorsCommand {
    /// `errors list`: lists the codes that match a filter.
    List {
        /// Only lists codes that this command can return, such as `db create`.
        command: Option<String>,
        /// Selects the codes to list.
        filter: Filter,
        /// Lists all properties of each code.
        all: bool,
    },
    /// `errors explain CODE`: describes a code in full.
    Explain {
        /// The code to explain.
        code: String,
    },
}

impl ErrorsCommand {
    /// Creates the command, which is named `errors`. If the program already has a command of this name, call
    /// [`Command::name`] to choose another one.
    pub fn command() -> Command {
        Self::augment_args(named_errors())
    }

    /// Runs the command with the catalog of all linked types. If two types declare the same code, the response contains
    /// a warning rather than an error, because users can't fix the program.
    ///
    /// Uses the commands that were passed to [`parse_args`](super::parse_args) or [`get_matches`](super::get_matches).
    ///
    /// # Errors
    ///
    /// Returns an [`ErrorsCommandError`] if the code or command is unknown.
    pub fn run(&self) -> Result<Response, ErrorsCommandError> {
        let program = parsed_commands();
        let (catalog, problems) = program_catalog(program.as_ref());
        Ok(with_warnings(self.answer(&catalog, program.as_ref())?, &problems))
    }

    fn answer(&self, catalog: &Catalog, program: Option<&Command>) -> Result<Response, ErrorsCommandError> {
        match self {
            Self::List { command, filter, all } => {
                let list = |catalog: &Catalog| Response::view(catalog.list(filter).complete(*all), List::text);
                let Some(path) = command else { return Ok(list(catalog)) };
                let node = node_at(path, known(program)?)?;
                let response = list(&node.catalog(catalog));
                Ok(match node.declares_nothing() {
                    true => {
                        response.warning(format!("`{path}` declares no errors: these are those of the whole program"))
                    }
                    false => response,
                })
            }
            Self::Explain { code } => {
                // The program may have just failed with an unlisted code, so explain those, too. Don't suggest them,
                // because they're unlikely.
                let explanation = catalog.explained(code).or_else(|nearest| {
                    let all = catalog.clone().with_types(&builtin::DEFINITIONS.iter().collect::<Vec<_>>(), None);
                    all.explained(code).map_err(|_| unknown_code(code, &nearest, program))
                })?;
                Ok(Response::view(explanation, Explanation::text))
            }
        }
    }
}

fn with_warnings(response: Response, problems: &[CatalogError]) -> Response {
    problems.iter().fold(response, |response, problem| response.warning(problem.to_string()))
}

/// Returns a copy of the program's commands, if the command line has been parsed.
fn parsed_commands() -> Option<Command> {
    command_line::with(|state| state.commands.as_ref().map(Command::from))
}

/// Returns the catalog of all linked types, including usage errors, together with all conflicts in it.
fn program_catalog(program: Option<&Command>) -> (Catalog, Vec<CatalogError>) {
    let (catalog, mut problems) = Catalog::of_the_program();
    problems.extend(clashes_with(builtin::OF_COMMAND_LINES, &catalog));
    // This code reports a bug in the program, so no command should list it.
    let mut catalog = catalog.with_undeclared(builtin::OF_COMMAND_LINES).without(COMMANDS_NOT_DECLARED);
    if let Some(program) = program {
        catalog.program = Some((program.get_name().to_owned(), program.get_version().map(str::to_owned)));
        catalog = catalog.with_commands(program);
    }
    (catalog, problems)
}

fn named_errors() -> Command {
    Command::new("errors").about("Show the errors of this program")
}

fn unknown_code(code: &str, nearest: &[&str], program: Option<&Command>) -> ErrorsCommandError {
    let advice = match program.and_then(|program| tree::errors_call(program, "list")) {
        Some(call) => format!("List all codes with `{call}`"),
        None => ANY_LISTED.to_owned(),
    };
    let code = shown_name(code);
    ErrorsCommandError::UnknownCode { code, nearest: named(nearest), advice }
}

fn known(program: Option<&Command>) -> Result<&Command, ErrorsCommandError> {
    program.ok_or(ErrorsCommandError::CommandsNotDeclared)
}

impl Args for ErrorsCommand {
    fn augment_args(command: Command) -> Command {
        command_line::link();
        let code = Arg::new(CODE).value_name("CODE").required(true).help("The error code, as in NOT_FOUND");
        let list = Command::new("list").about("List the error codes").defer(with_args);
        let explain = Command::new("explain").about("Explain an error code").arg(code);
        command
            .hide(!configured().shown_in_help)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .danger(DangerLevel::Safe)
            .subcommand(list.errors(error_set!["UNKNOWN_COMMAND" in ErrorsCommandError]))
            .subcommand(explain.errors(error_set!["UNKNOWN_ERROR_CODE" in ErrorsCommandError]))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ErrorsCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some(("list", list)) => Ok(read_list(list)),
            Some(("explain", explain)) => {
                let code = explain.get_one::<String>(CODE).cloned().unwrap_or_default();
                Ok(Self::Explain { code })
            }
            _ => Err(clap::Error::raw(
                clap::error::ErrorKind::MissingSubcommand,
                "`errors` needs a subcommand; `--help` lists them\n",
            )),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

const ALL: &str = "agent_error::list::all";
const OWN: &str = "agent_error::list::own";
const EXIT: &str = "agent_error::list::exit";
const RETRYABLE: &str = "agent_error::list::retryable";
const PREFIX: &str = "agent_error::list::prefix";
const COMMAND: &str = "agent_error::list::command";

fn with_args(command: Command) -> Command {
    // While clap builds the command, it has the program's global flags. If a name is taken, the flag gets a prefix.
    let taken: Vec<String> = command.get_arguments().flat_map(long_names).collect();
    let flag = |id: &'static str, prefixed: &'static str| {
        let name = prefixed.trim_start_matches("errors-");
        Arg::new(id).long(if taken.iter().any(|taken| taken == name) { prefixed } else { name })
    };
    let flags = [
        flag(EXIT, "errors-exit")
            .value_name("N")
            .value_parser(clap::value_parser!(u8).range(1..=125))
            .help("Only list codes with this exit code"),
        flag(RETRYABLE, "errors-retryable").action(ArgAction::SetTrue).help("Only list retryable codes"),
        flag(PREFIX, "errors-prefix").value_name("PREFIX").help("Only list codes that start with PREFIX"),
        flag(OWN, "errors-own")
            .action(ArgAction::SetTrue)
            .help("Leave out the codes that agent-error adds to every program"),
        flag(COMMAND, "errors-command")
            .value_name("COMMAND")
            .help("Only list codes that this command can return, such as \"db create\""),
        flag(ALL, "errors-all").action(ArgAction::SetTrue).help("Show all details of each code"),
    ];
    command.args(flags)
}

fn read_list(list: &ArgMatches) -> ErrorsCommand {
    let filter = Filter {
        exit: list.get_one(EXIT).copied(),
        retryable: list.get_flag(RETRYABLE),
        prefix: list.get_one(PREFIX).cloned(),
        own: list.get_flag(OWN),
    };
    ErrorsCommand::List { command: list.get_one(COMMAND).cloned(), filter, all: list.get_flag(ALL) }
}

fn node_at<'a>(path: &str, program: &'a Command) -> Result<Node<'a>, ErrorsCommandError> {
    tree::at(program, path).map_err(|nearest| {
        let manifest = tree::errors_call(program, "manifest");
        let listing = manifest.unwrap_or_else(|| format!("{} --help", program.get_name()));
        let advice = format!("List all commands with `{listing}`");
        let command = shown_name(path);
        ErrorsCommandError::UnknownCommand { command, nearest, advice }
    })
}
