//! Reads contracts from files and git revisions.

use super::Contract;
use crate::contract::DiffError;
use crate::document::DocumentError;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

impl Contract {
    /// Reads a lock file or a catalog document. If the path is `-`, reads standard input.
    ///
    /// # Errors
    ///
    /// Returns [`DiffError::Unreadable`] or [`DiffError::Invalid`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, DiffError> {
        let path = path.as_ref();
        let bytes = match path.to_str() {
            Some("-") => {
                let mut bytes = Vec::new();
                io::stdin().read_to_end(&mut bytes).map(|_| bytes)
            }
            _ => fs::read(path),
        };
        let unreadable = |error: io::Error| DiffError::Unreadable { path: path.to_owned(), source: error.into() };
        parsed(bytes.map_err(unreadable)?, path)
    }

    /// Reads a file from a git revision, such as `origin/main`. Runs `git`.
    ///
    /// # Errors
    ///
    /// Returns [`DiffError::NotInRevision`] or [`DiffError::Invalid`].
    pub fn read_of_revision(revision: &str, path: impl AsRef<Path>) -> Result<Self, DiffError> {
        let path = path.as_ref();
        let unknown =
            |reason: String| DiffError::NotInRevision { revision: revision.to_owned(), path: path.to_owned(), reason };
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let mut object = OsString::from(format!("{revision}:./"));
        object.push(path.file_name().unwrap_or_default());
        let git = Command::new("git").arg("-C").arg(folder).args(["show", "--end-of-options"]).arg(object).output();
        let output = git.map_err(|error| unknown(format!("the program `git` cannot be run: {error}")))?;
        match output.status.success() {
            true => parsed(output.stdout, path),
            false => Err(unknown(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        }
    }
}

fn parsed(bytes: Vec<u8>, path: &Path) -> Result<Contract, DiffError> {
    let invalid = |problem: String| DiffError::Invalid { path: path.to_owned(), problem };
    let text = String::from_utf8(bytes)
        .map_err(|error| invalid(format!("no UTF-8 at byte {}", error.utf8_error().valid_up_to())))?;
    text.parse().map_err(|error: DocumentError| invalid(error.to_string()))
}
