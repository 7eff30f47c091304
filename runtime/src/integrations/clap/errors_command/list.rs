//! `errors list`: lists the codes of the program or of one command.

use super::{ALL, ErrorsCommand, OWN, all, own_only, with_flag};
use crate::catalog::{Catalog, Fields, Filter, List};
use crate::definition::facts::FACTS;
use crate::integrations::clap::tree;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

const EXIT: &str = "agent_error::list::exit";
const RETRYABLE: &str = "agent_error::list::retryable";
const PREFIX: &str = "agent_error::list::prefix";
const COMMAND: &str = "agent_error::list::command";
const FIELDS: &str = "agent_error::list::fields";

pub(super) fn command() -> Command {
    Command::new("list").about("List the error codes").defer(with_args)
}

fn with_args(command: Command) -> Command {
    let exit = Arg::new(EXIT)
        .value_name("N")
        .value_parser(clap::value_parser!(u8).range(1..=125))
        .help("Only list codes with this exit code");
    let retryable = Arg::new(RETRYABLE).action(ArgAction::SetTrue).help("Only list retryable codes");
    let prefix = Arg::new(PREFIX).value_name("PREFIX").help("Only list codes that start with PREFIX");
    let of = Arg::new(COMMAND)
        .value_name("COMMAND")
        .help("Only list codes that this command can return, such as \"db create\"");
    let names = PossibleValuesParser::new(FACTS.iter().map(|fact| fact.name));
    let fields = Arg::new(FIELDS)
        .value_name("NAMES")
        .value_delimiter(',')
        .value_parser(names)
        .hide_possible_values(true)
        .conflicts_with(ALL)
        .help("Only show these facts, such as \"exit_code,suggestion\"");
    let command = with_flag(command, exit, "exit", "errors-exit");
    let command = with_flag(command, retryable, "retryable", "errors-retryable");
    let command = with_flag(command, prefix, "prefix", "errors-prefix");
    let command = with_flag(command, own_only(), "own", "errors-own");
    let command = with_flag(command, of, "command", "errors-command");
    let command = with_flag(command, all("Show all details of each code"), "all", "errors-all");
    with_flag(command, fields, "fields", "errors-fields")
}

pub(super) fn read(list: &ArgMatches) -> ErrorsCommand {
    let filter = Filter {
        exit: list.get_one(EXIT).copied(),
        retryable: list.get_flag(RETRYABLE),
        prefix: list.get_one(PREFIX).cloned(),
        own: list.get_flag(OWN),
    };
    let fields = match list.get_many::<String>(FIELDS) {
        Some(names) => Fields::Named(names.cloned().collect()),
        None if list.get_flag(ALL) => Fields::All,
        None => Fields::Lean,
    };
    ErrorsCommand::List { command: list.get_one(COMMAND).cloned(), filter, fields }
}

/// Lists the codes that a command can return.
pub(super) fn of_command(
    path: &str,
    filter: &Filter,
    fields: &Fields,
    catalog: &Catalog,
    program: &Command,
) -> Result<Response, ErrorsCommandError> {
    let unknown = |nearest| {
        let manifest = tree::errors_call(program, "manifest");
        let listing = manifest.unwrap_or_else(|| format!("{} --help", program.get_name()));
        ErrorsCommandError::unknown_command(path, nearest, &listing)
    };
    let node = tree::at(program, path).map_err(unknown)?;
    let list = node.catalog(catalog).list(filter).with_fields(fields);
    let response = Response::view(list, List::text);
    Ok(match node.declares_nothing() {
        true => response.warning(format!("`{path}` declares no errors: these are those of the whole program")),
        false => response,
    })
}
