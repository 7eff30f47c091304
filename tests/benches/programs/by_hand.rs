//! `examples/minimal`, as a careful author writes it without agent-error. With `--cfg clap`, it
//! uses clap.

use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error("no file given")]
    NoFileGiven,
    #[error("{path} does not exist")]
    NotFound { path: String },
    #[error("cannot read {path}")]
    Unreadable { path: String, source: std::io::Error },
}

impl CountError {
    fn code(&self) -> (&'static str, u8, Option<&'static str>) {
        match self {
            Self::NoFileGiven => ("NO_FILE_GIVEN", 2, Some("Pass a file: `minimal PATH`")),
            Self::NotFound { .. } => ("FILE_NOT_FOUND", 5, Some("Check the path")),
            Self::Unreadable { .. } => ("FILE_UNREADABLE", 1, None),
        }
    }

    fn path(&self) -> Option<&str> {
        match self {
            Self::NoFileGiven => None,
            Self::NotFound { path } | Self::Unreadable { path, .. } => Some(path),
        }
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    ok: bool,
    data: Option<usize>,
    error: Option<Failure<'a>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    code: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

fn count(path: Option<String>) -> Result<usize, CountError> {
    let path = path.ok_or(CountError::NoFileGiven)?;
    let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    Ok(text.lines().count())
}

fn finish(result: Result<usize, CountError>) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let text = out.is_terminal();
    let _ = match &result {
        Ok(lines) if text => writeln!(out, "{lines} lines"),
        Ok(lines) => {
            let envelope = Envelope { ok: true, data: Some(*lines), error: None };
            serde_json::to_writer(&mut out, &envelope).map_err(Into::into)
        }
        Err(error) if text => writeln!(std::io::stderr(), "error[{}]: {error}", error.code().0),
        Err(error) => {
            let (code, _, suggestion) = error.code();
            let cause = std::error::Error::source(error).map(ToString::to_string);
            let failure = Failure { code, message: error.to_string(), cause, suggestion, path: error.path() };
            let envelope = Envelope { ok: false, data: None, error: Some(failure) };
            serde_json::to_writer(&mut out, &envelope).map_err(Into::into)
        }
    };
    result.map_or_else(|error| ExitCode::from(error.code().1), |_| ExitCode::SUCCESS)
}

#[cfg(clap)]
#[derive(clap::Parser)]
struct Cli {
    /// The file to count.
    path: Option<String>,
}

#[cfg(clap)]
fn main() -> ExitCode {
    finish(count(<Cli as clap::Parser>::parse().path))
}

#[cfg(not(clap))]
fn main() -> ExitCode {
    finish(count(std::env::args().nth(1)))
}
