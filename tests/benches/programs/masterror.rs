//! `examples/minimal` with masterror, which has no report for terminals.

use masterror::{AppCode, AppError, AppErrorKind};
use std::error::Error as _;
use std::process::ExitCode;
use std::{env, fs, io};

#[derive(Debug, masterror::Error)]
enum CountError {
    #[error("no file given")]
    #[app_error(kind = AppErrorKind::BadRequest, code = AppCode::BadRequest, message)]
    NoFileGiven,
    #[error("{path} does not exist")]
    #[app_error(kind = AppErrorKind::NotFound, code = AppCode::NotFound, message)]
    NotFound { path: String },
    #[error("cannot read {path}")]
    #[app_error(kind = AppErrorKind::Internal, code = AppCode::Internal, message)]
    Unreadable { path: String, source: io::Error },
}

fn count() -> Result<usize, AppError> {
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
            eprintln!("error[{}]: {}", error.code, error.message.as_deref().unwrap_or_default());
            if let Some(source) = error.source() {
                eprintln!("cause: {source}");
            }
            ExitCode::FAILURE
        }
    }
}
