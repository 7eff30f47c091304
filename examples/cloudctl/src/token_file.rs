//! The file that keeps the token between calls.

use crate::client::{ClientError, Trouble};
use crate::connection::Connection;
use crate::error::{CliError, TokenFileError};
use crate::path::FilePath;
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
struct Stored {
    /// No other server gets the token.
    endpoint: String,
    token: Secret,
}

/// The token for the endpoint.
pub(crate) fn load(connection: &Connection) -> Result<Secret, CliError> {
    let path = &connection.token_file;
    let none = || ClientError { connection: Arc::new(connection.clone()), trouble: Trouble::NoCredentials };
    let content = match fs::read(&**path) {
        Ok(content) => content,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(none().into()),
        Err(source) => return Err(TokenFileError::Unreadable { path: path.clone(), source }.into()),
    };
    let stored: Option<Stored> = serde_json::from_slice(&content).ok();
    match stored.filter(|stored| is_token(stored.token.reveal())) {
        Some(stored) if stored.endpoint == connection.endpoint => Ok(stored.token),
        Some(_) => Err(none().into()),
        None => Err(TokenFileError::Invalid { path: path.clone(), endpoint: connection.endpoint.clone() }.into()),
    }
}

/// Whether a text can stand in a header.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Stores the token; a token stored earlier is replaced in one step.
pub(crate) fn save(connection: &Connection, token: &Secret) -> Result<(), TokenFileError> {
    let stored = Stored { endpoint: connection.endpoint.clone(), token: token.clone() };
    let path: &FilePath = &connection.token_file;
    let write = || {
        // A bare name has the empty path as its parent.
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        // The file is its owner's alone from its first byte on: tempfile creates it with mode 0600.
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        serde_json::to_writer(&mut file, &stored)?;
        file.write_all(b"\n")?;
        file.persist(&**path)?;
        Ok(())
    };
    write().map_err(|source: io::Error| TokenFileError::Unwritable { path: path.clone(), source })
}

/// Removes the file; `false` if there is none.
pub(crate) fn remove(connection: &Connection) -> Result<bool, TokenFileError> {
    match fs::remove_file(&*connection.token_file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(TokenFileError::Unremovable { path: connection.token_file.clone(), source }),
    }
}
