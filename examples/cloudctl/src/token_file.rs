//! The file that stores the token between calls.

use crate::client::{ClientError, Trouble};
use crate::connection::Connection;
use crate::error::{CliError, TokenFileError};
use crate::secret::Secret;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

/// The maximum size of a token file, in bytes.
const LONGEST: u64 = 64 * 1024;

/// The content of a token file. A file with other members isn't a token file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    /// The API that the token belongs to. The token isn't sent to other servers.
    endpoint: String,
    /// The token's user. Files written by the first version don't have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    token: Secret,
}

/// A saved login.
pub(crate) struct Session {
    pub(crate) user: Option<String>,
    pub(crate) token: Secret,
}

/// Loads the saved login for an endpoint.
pub(crate) fn load(connection: &Connection) -> Result<Session, CliError> {
    let path = &connection.token_file;
    let none = || ClientError {
        connection: Arc::new(connection.clone()),
        trouble: Trouble::NoCredentials,
        renewable_by: None,
    };
    let content = match read(path) {
        Ok(content) => content,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(none().into()),
        Err(source) => return Err(TokenFileError::Unreadable { path: path.clone(), source }.into()),
    };
    let stored: Option<Stored> = serde_json::from_slice(&content).ok();
    match stored.filter(|stored| is_token(stored.token.reveal())) {
        Some(Stored { endpoint, user, token }) if endpoint == connection.endpoint => Ok(Session { user, token }),
        Some(_) => Err(none().into()),
        None => Err(TokenFileError::Invalid { path: path.clone() }.into()),
    }
}

/// Reads a file, up to the maximum size of a token file.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    fs::File::open(path)?.take(LONGEST).read_to_end(&mut content)?;
    Ok(content)
}

/// Returns an error if the path is an existing file that isn't a token file, so that a mistyped flag can't overwrite
/// it.
pub(crate) fn check_expendable(connection: &Connection) -> Result<(), TokenFileError> {
    let path = &connection.token_file;
    let content = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            read(path).map_err(|source| TokenFileError::Unreadable { path: path.clone(), source })?
        }
        // Pipes and devices can't be token files.
        Ok(metadata) if !metadata.is_dir() => return Err(TokenFileError::Foreign { path: path.clone() }),
        // The operating system doesn't replace or remove directories, and a missing file can't be lost.
        Ok(_) | Err(_) => return Ok(()),
    };
    match content.is_empty() || serde_json::from_slice::<Stored>(&content).is_ok() {
        true => Ok(()),
        false => Err(TokenFileError::Foreign { path: path.clone() }),
    }
}

/// Whether a string can be used in an `Authorization` header.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Saves a user's token. Replaces an existing file atomically.
pub(crate) fn save(connection: &Connection, user: &str, token: &Secret) -> Result<(), TokenFileError> {
    let stored = Stored { endpoint: connection.endpoint.clone(), user: Some(user.to_owned()), token: token.clone() };
    let path = &connection.token_file;
    check_expendable(connection)?;
    let write = || {
        // The parent of a bare file name is the empty path.
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(directory)?;
        // tempfile creates the file with mode 0600, so only the owner can ever read it.
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        serde_json::to_writer(&mut file, &stored)?;
        file.write_all(b"\n")?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source: io::Error| TokenFileError::Unwritable { path: path.clone(), source })
}

/// Removes the token file. Returns `false` if it doesn't exist.
pub(crate) fn remove(connection: &Connection) -> Result<bool, TokenFileError> {
    check_expendable(connection)?;
    match fs::remove_file(&connection.token_file) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(source) => Err(TokenFileError::Unremovable { path: connection.token_file.clone(), source }),
    }
}
