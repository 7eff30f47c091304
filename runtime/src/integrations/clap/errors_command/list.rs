//! `errors list`: the codes of the program, or of one command.

use super::{ErrorsCommand, own_only};
use crate::catalog::{Catalog, Fields, Filter, List};
use crate::definition::facts::FACTS;
use crate::integrations::clap::tree;
use crate::integrations::clap::usage::usage;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

pub(super) fn command() -> Command {
    let exit = Arg::new("exit")
        .long("exit")
        .value_name("N")
        .value_parser(clap::value_parser!(u8).range(1..=125))
        .help("Only codes that end the program with this exit code");
    let retryable = Arg::new("retryable")
        .long("retryable")
        .action(ArgAction::SetTrue)
        .help("Only codes of errors that the same call may not meet again");
    let prefix = Arg::new("prefix").long("prefix").value_name("PREFIX").help("Only codes that start with this");
    let of = Arg::new("command")
        .long("command")
        .value_name("COMMAND")
        .help("Only codes that this command may end with, as in \"db create\"");
    let all = Arg::new("all").long("all").action(ArgAction::SetTrue).help("Show every fact about each code");
    let names = PossibleValuesParser::new(FACTS.iter().map(|fact| fact.name));
    let fields = Arg::new("fields")
        .long("fields")
        .value_name("NAMES")
        .value_delimiter(',')
        .value_parser(names)
        .hide_possible_values(true)
        .conflicts_with("all")
        .help("Show these facts, as in \"exit_code,suggestion\"");
    let own = own_only();
    Command::new("list").about("List the error codes").args([exit, retryable, prefix, own, of, all, fields])
}

pub(super) fn read(list: &ArgMatches) -> ErrorsCommand {
    let filter = Filter {
        exit: list.get_one("exit").copied(),
        retryable: list.get_flag("retryable"),
        prefix: list.get_one("prefix").cloned(),
        own: list.get_flag("own"),
    };
    let fields = match list.get_many::<String>("fields") {
        Some(names) => Fields::Named(names.cloned().collect()),
        None if list.get_flag("all") => Fields::All,
        None => Fields::Lean,
    };
    ErrorsCommand::List { command: list.get_one("command").cloned(), filter, fields }
}

/// The codes that one command may end with.
pub(super) fn of_command(
    path: &str,
    filter: &Filter,
    fields: &Fields,
    catalog: &Catalog,
    program: &Command,
) -> Result<Response, ErrorsCommandError> {
    let unknown = |nearest| {
        let all = tree::errors_call(program, "manifest");
        ErrorsCommandError::unknown_command(path, nearest, usage(program), all.as_deref())
    };
    let node = tree::at(program, path).map_err(unknown)?;
    let list = node.catalog(catalog).list(filter).with_fields(fields);
    let response = Response::view(list, List::text);
    Ok(match node.declares_nothing() {
        true => response.warning(format!("`{path}` declares no errors: these are those of the whole program")),
        false => response,
    })
}
