//! `examples/minimal` with thiserror and color-eyre.

use color_eyre::Section as _;
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

fn main() -> color_eyre::Result<()> {
    color_eyre::install()?;
    let path = env::args().nth(1).ok_or(CountError::NoFileGiven).suggestion("Pass a file: `minimal PATH`")?;
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(CountError::NotFound { path }).suggestion("Check the path")?
        }
        Err(source) => Err(CountError::Unreadable { path, source })?,
        Ok(text) => text,
    };
    println!("{} lines", text.lines().count());
    Ok(())
}
