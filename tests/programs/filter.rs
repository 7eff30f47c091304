//! A filter that had its own error messages before it adopted codes. It converts standard input to
//! uppercase.

use agent_error::CatalogError;
use agent_error::clap::{CommandExt as _, UsageError, get_matches};
use agent_error::process::Failure;
use agent_error::{AgentError, Response};
use clap::{Arg, Command};
use std::io::{self, Read, Write};

#[derive(Debug, thiserror::Error, AgentError)]
enum FilterError {
    /// The input has a word that it must not have.
    #[error("'{word}' is not allowed")]
    #[code("WORD_NOT_ALLOWED", exit = 65, suggest = "Remove `{word}`")]
    NotAllowed { word: String },
    /// Standard input cannot be read.
    #[error("cannot read standard input")]
    #[code("STDIN_UNREADABLE")]
    Unreadable(#[from] io::Error),
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
}

/// Writes the message that the program has always printed.
fn show(error: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    match error.downcast_ref::<FilterError>() {
        Some(FilterError::NotAllowed { word }) => writeln!(out, "[filter error] {word}?\tno."),
        _ => write!(out, "[filter error] {error:?}"),
    }
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn filter(text: &str) -> Result<Response, FilterError> {
    print!("{}", text.to_uppercase());
    match text
        .split_whitespace()
        .find(|word| ["bad", "bug"].contains(word))
    {
        Some("bug") => panic!("on purpose"),
        Some(word) => Err(FilterError::NotAllowed {
            word: word.to_owned(),
        }),
        None => Ok(Response::new(())),
    }
}

#[agent_error::main(piped = agent_error::Format::HUMAN, errors_on_stderr = true, human = show, clap_text = true)]
fn main() -> Result<Response, FilterError> {
    let command = Command::new("filter")
        .version("1.2.3")
        .output_flags()
        .arg(
            Arg::new("width")
                .long("width")
                .value_parser(clap::value_parser!(u8)),
        )
        .subcommand(Command::new("copy").arg(Arg::new("output").long("output").short('o')))
        .subcommand(
            Command::new("all")
                .arg_required_else_help(true)
                .arg(Arg::new("file").required(true)),
        );
    get_matches(command)?;
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    filter(&text)
}
