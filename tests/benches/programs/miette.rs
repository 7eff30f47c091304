//! `examples/minimal` with thiserror and miette's feature `fancy`.

use std::{env, fs, io};

#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum CountError {
    #[error("no file given")]
    #[diagnostic(code(no_file_given), help("Pass a file: `minimal PATH`"))]
    NoFileGiven,
    #[error("{path} does not exist")]
    #[diagnostic(code(file_not_found), help("Check the path"))]
    NotFound { path: String },
    #[error("cannot read {path}")]
    #[diagnostic(code(file_unreadable))]
    Unreadable { path: String, source: io::Error },
}

fn main() -> miette::Result<()> {
    let path = env::args().nth(1).ok_or(CountError::NoFileGiven)?;
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CountError::NotFound { path: path.clone() },
        _ => CountError::Unreadable { path: path.clone(), source: error },
    })?;
    println!("{} lines", text.lines().count());
    Ok(())
}
