//! `examples/minimal` with thiserror alone: text, and exit code 1.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs, io};

#[derive(Debug, thiserror::Error)]
enum CountError {
    #[error("no file given")]
    NoFileGiven,
    #[error("{path} does not exist")]
    NotFound { path: String },
    #[error("cannot read {path}")]
    Unreadable { path: String, source: io::Error },
}

fn count() -> Result<usize, CountError> {
    let path = env::args().nth(1).ok_or(CountError::NoFileGiven)?;
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    Ok(text.lines().count())
}

fn main() -> ExitCode {
    match count() {
        Ok(lines) => {
            println!("{lines} lines");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            if let Some(source) = error.source() {
                eprintln!("cause: {source}");
            }
            ExitCode::FAILURE
        }
    }
}
