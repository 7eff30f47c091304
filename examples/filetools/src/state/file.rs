//! JSON files that are there as a whole or not at all.

use crate::error::{Action, Refused, ToolError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file beside another, its name with `suffix`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// What the operating system, or serde, says about a file of the state.
pub(super) fn refused(action: Action, path: &Path, source: io::Error) -> ToolError {
    Refused { action, path: path.to_string_lossy().into_owned(), source }.into()
}

/// The content of a file, if it exists.
pub(super) fn load<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ToolError> {
    match fs::read(path) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(content) => Ok(Some(content)),
            Err(error) => Err(refused(Action::LoadState, path, io::Error::new(ErrorKind::InvalidData, error))),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(refused(Action::LoadState, path, error)),
    }
}

/// Replaces the content of a file; a process that is killed here leaves the old one.
pub(super) fn save<T: Serialize>(path: &Path, content: &T) -> Result<(), ToolError> {
    let draft = beside(path, ".draft");
    let save = || -> io::Result<()> {
        fs::write(&draft, serde_json::to_vec(content)?)?;
        fs::rename(&draft, path)
    };
    save().map_err(|error| refused(Action::KeepState, path, error))
}
