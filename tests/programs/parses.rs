//! Returns clap's error, wrapped in an error of the type that `PARSES` selects.

use agent_error::{AgentError, Program, Report};
use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command};
use std::error::Error;
use std::process::ExitCode;

#[derive(Debug, thiserror::Error, AgentError)]
enum OwnError {
    /// The command line is wrong.
    #[error("the command line is wrong")]
    #[code("OWN_USAGE", exit = 64)]
    CommandLine(#[from] clap::Error),
    /// Anything else: what clap refuses does not belong here.
    #[error("{message}")]
    #[code("ANYTHING", exit = 70, classify(fallback))]
    Anything { message: String },
}

fn parsed() -> Result<ArgMatches, clap::Error> {
    let command = Command::new("parses")
        .version("1.2.3")
        .about("Parses")
        .arg(Arg::new("port").long("port"));
    command
        .subcommand(
            Command::new("sub")
                .arg_required_else_help(true)
                .arg(Arg::new("file")),
        )
        .try_get_matches()
}

fn main() -> ExitCode {
    let program = Program::with_formats("parses", agent_error_formats::ALL)
        .clap_text(std::env::var_os("CLAP_TEXT").is_some())
        .read_flags(std::env::var_os("OWN_FLAGS").is_none());
    match std::env::var("PARSES").unwrap_or_default().as_str() {
        "anyhow-context" => program.run(|| parsed().map(drop).context("reading the command line")),
        "anyhow-in-report" => program.run(|| -> Result<(), Report> {
            let read: anyhow::Result<ArgMatches> = parsed().context("reading the command line");
            read?;
            Ok(())
        }),
        "eyre-as-report" => program.run(|| -> Result<(), Report> {
            let read: eyre::Result<ArgMatches> = parsed().map_err(eyre::Report::new);
            read?;
            Ok(())
        }),
        "boxed" => program.run(|| parsed().map(drop).map_err(Box::<dyn Error>::from)),
        "io" => program.run(|| {
            parsed()
                .map(drop)
                .map_err(|error| Report::new(std::io::Error::other(error)))
        }),
        "own" => program.run(|| parsed().map(drop).map_err(OwnError::from)),
        _ => program.run(|| -> Result<(), Report> {
            parsed()?;
            Ok(())
        }),
    }
}
