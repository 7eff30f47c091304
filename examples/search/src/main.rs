//! Searches files for a string, as `grep -F` does. This example shows how to report errors that
//! don't end the program: a file that can't be read doesn't stop the search.
//!
//! Like `grep`, the program exits with 0 if a line matches, with 1 if none does, and with 2 if a
//! file can't be read. `tests/search.md` shows its output.

#[cfg(test)]
mod tests;

use agent_error::clap::{CommandExt as _, OutputFlags, UsageError};
use agent_error::{AgentError, Format, error_set, exit, process};
use clap::Parser;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Search files for a string
#[derive(Parser)]
#[command(version, errors = error_set![SearchError])]
struct Cli {
    #[command(flatten)]
    _output: OutputFlags,
    /// String to search for
    pattern: String,
    /// Files to search
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://search.example.com/errors/{code}")]
enum SearchError {
    /// A file can't be read as UTF-8. The search continues with the next file.
    #[error("cannot read {path}")]
    #[code("FILE_UNREADABLE", exit = exit::sysexits::NOINPUT, suggest = "Pass a text file that you may read")]
    Unreadable { path: PathBuf, source: io::Error },
}

/// Text goes to pipes as well, because the next program of a pipeline reads it.
#[agent_error::main(piped = Format::HUMAN, reported_exit = 2)]
fn main() -> Result<ExitCode, UsageError> {
    let cli: Cli = agent_error::clap::parse_args()?;
    let mut matches = 0;
    let mut is_complete = true;
    for path in cli.paths {
        match search(&cli.pattern, &path, &mut matches) {
            Ok(()) => {}
            Err(source) => {
                is_complete = false;
                process::report(&SearchError::Unreadable { path, source });
            }
        }
    }
    if matches == 0 && is_complete {
        return Ok(ExitCode::from(1));
    }
    // If an error was reported, the process exits with `reported_exit` instead.
    Ok(ExitCode::SUCCESS)
}

/// Prints and counts the matching lines of a file.
fn search(pattern: &str, path: &Path, matches: &mut usize) -> io::Result<()> {
    let file = BufReader::new(File::open(path)?);
    for line in file.lines() {
        let line = line?;
        if line.contains(pattern) {
            *matches += 1;
            println!("{}:{line}", path.display());
        }
    }
    Ok(())
}
