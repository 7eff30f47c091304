//! A program with its own exit codes, from before it adopted codes. Usage errors exit with 64,
//! output errors with 5, and panics with 101. Errors for people are a single line with all causes.

use agent_error::clap::{CommandExt as _, FullErrorsCommand, get_matches};
use agent_error::process::Failure;
use agent_error::{AgentError, Report, Response, exit};
use clap::{Arg, ArgAction, Command, FromArgMatches as _};
use std::io::{self, Write};

/// The program's own errors.
#[derive(Debug, thiserror::Error, AgentError)]
enum RemapError {
    /// The balance is too low.
    #[error("the balance is too low")]
    #[code("BALANCE_TOO_LOW", exit = 6)]
    Balance,
}

fn exit_code(_: &str, declared: u8) -> u8 {
    match declared {
        exit::ARG_ERROR => 64,
        exit::sysexits::IOERR => 5,
        other => other,
    }
}

fn command() -> Command {
    let port = Arg::new("port")
        .long("port")
        .env("CLI_PORT")
        .value_parser(clap::value_parser!(u16));
    let level = Arg::new("level")
        .long("level")
        .env("CLI_LEVEL")
        .global(true)
        .value_parser(clap::value_parser!(u8));
    let key = Arg::new("key")
        .long("key")
        .env("CLI_API_KEY")
        .value_parser(["known-key"]);
    let fast = Arg::new("fast")
        .long("fast")
        .env("CLI_FAST")
        .action(ArgAction::SetTrue)
        .conflicts_with("port");
    let token = Arg::new("token").long("token").default_value("abcd1234");
    let password = Arg::new("password").long("password");
    let pay =
        Command::new("pay").args([Arg::new("to").long("to").env("CLI_TOKEN"), token, password]);
    Command::new("remaps")
        .args([Arg::new("amount"), port, level, key, fast])
        .subcommands([pay, FullErrorsCommand::command()])
        .output_flags()
}

fn show(error: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "remaps: {error:#}")
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
#[agent_error::main(
    piped = agent_error::Format::HUMAN,
    human = show,
    exit_overrides = exit_code,
    panic_exit = 101,
    shown_in_help = false
)]
fn main() -> Result<Response, Report> {
    let matches = get_matches(command())?;
    if let Some(errors) = matches.subcommand_matches("errors") {
        return Ok(FullErrorsCommand::from_arg_matches(errors)?.run()?);
    }
    match matches.get_one::<String>("amount").map(String::as_str) {
        Some("bug") => panic!("on purpose"),
        Some("completions") => {
            let mut script = Vec::new();
            clap_complete::generate(
                clap_complete::Shell::Bash,
                &mut command(),
                "remaps",
                &mut script,
            );
            Ok(Response::document(String::from_utf8_lossy(&script)))
        }
        Some(_) => Err(RemapError::Balance.into()),
        None => Ok(Response::new("fine").human("fine")),
    }
}
