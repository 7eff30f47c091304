//! A program that uses clap and has the `errors` command.

mod errors;

use agent_error::clap::{CommandExt as _, FullErrorsCommand, get_matches};
use agent_error::{Report, Response};
use clap::{Arg, Command, FromArgMatches as _};

#[agent_error::main]
fn main() -> Result<Response, Report> {
    let end = Command::new("end").arg(Arg::new("mode").required(true));
    let command = Command::new("commands")
        .version("1.0")
        .subcommand(end)
        .subcommand(FullErrorsCommand::command());
    let matches = get_matches(command.subcommand_required(true).output_flags())?;
    match matches.subcommand() {
        Some(("errors", matches)) => Ok(FullErrorsCommand::from_arg_matches(matches)?.run()?),
        Some((_, matches)) => {
            errors::end(matches.get_one::<String>("mode").map_or("", String::as_str))
        }
        None => Ok(Response::new(())),
    }
}
