//! Lists and books the berths of a harbor, which is a file. It writes its own messages for people.

use agent_error::clap::{CommandExt as _, UsageError, get_matches};
use agent_error::process::Failure;
use agent_error::{AgentError, Response};
use clap::{Arg, Command};
use std::io::{self, Write};

#[derive(Debug, thiserror::Error, AgentError)]
enum BerthError {
    /// No berth has this name.
    #[error("no berth {name}")]
    #[code(
        "BERTH_UNKNOWN",
        exit = 5,
        actions("berth.list", "berths_list", "GET /berths")
    )]
    Unknown { name: String },
    /// No command has this name.
    #[error("no pier {name}")]
    #[code("PIER_UNKNOWN", exit = 5, actions("pier.list", "berth.lst"))]
    Misspelled { name: String },
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
}

fn show(failure: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{failure}")?;
    for action in failure.actions() {
        writeln!(out, "  try {action}")?;
    }
    Ok(())
}

#[agent_error::main(human = show)]
fn main() -> Result<Response, BerthError> {
    let berth = Command::new("berth")
        .subcommand_required(true)
        .subcommand(Command::new("list"))
        .subcommand(Command::new("book").arg(Arg::new("name").required(true)));
    let command = Command::new("berths")
        .output_flags()
        .arg(Arg::new("file").long("file").global(true))
        .subcommand(berth);
    let matches = get_matches(command)?;
    let berth = matches.subcommand_matches("berth");
    let book = berth.and_then(|berth| berth.subcommand_matches("book"));
    let Some(name) = book.and_then(|book| book.get_one::<String>("name")) else {
        return Ok(Response::new(()));
    };
    let name = name.clone();
    if name.starts_with("pier") {
        return Err(BerthError::Misspelled { name });
    }
    Err(BerthError::Unknown { name })
}
