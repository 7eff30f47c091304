//! JSON files that are written atomically.

use crate::error::{Action, FailedAccess, FileKind, ToolError};
use rustix::fs::OFlags;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// The maximum size of a state file, in bytes. The file grows with the number of known files.
const LARGEST: u64 = 16 * 1024 * 1024;

const NAME_ANOTHER: &str = "Pass another file as `--state`; this one was not changed";

/// Returns the path with `suffix` appended to its name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Creates the error for a state file.
pub(super) fn refused(action: Action, path: &Path, source: io::Error) -> ToolError {
    FailedAccess { action, path: path.to_string_lossy().into_owned(), source }.into()
}

/// Opens a file without creating it or blocking. Returns `None` if it doesn't exist. Only accepts regular files,
/// because devices and pipes may block or never end.
pub(super) fn open(path: &Path, writable: bool) -> Result<Option<File>, ToolError> {
    let refused = |error| refused(Action::LoadState, path, error);
    // Check before opening, because opening some devices has side effects.
    match fs::metadata(path) {
        Ok(metadata) => require_regular(path, &metadata)?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(error)),
    }
    let mut options = File::options();
    options.read(true).write(writable).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    let file = match options.open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(error)),
    };
    require_regular(path, &file.metadata().map_err(refused)?)?;
    Ok(Some(file))
}

fn require_regular(path: &Path, metadata: &fs::Metadata) -> Result<(), ToolError> {
    let kind = match metadata.file_type() {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => FileKind::Directory,
        kind if kind.is_fifo() => FileKind::Pipe,
        kind if kind.is_socket() => FileKind::Socket,
        _ => FileKind::Device,
    };
    Err(ToolError::NotRegularFile { path: path.to_string_lossy().into_owned(), kind, advice: NAME_ANOTHER.to_owned() })
}

/// Loads the content of a file, or returns `None` if it doesn't exist.
pub(super) fn load<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ToolError> {
    let Some(file) = open(path, false)? else { return Ok(None) };
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| refused(Action::LoadState, path, error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(ToolError::FileTooLarge {
            path: path.to_string_lossy().into_owned(),
            size: fs::metadata(path).map_or(bytes.len() as u64, |metadata| metadata.len()),
            limit: LARGEST,
            advice: NAME_ANOTHER.to_owned(),
        });
    }
    match serde_json::from_slice(&bytes) {
        Ok(content) => Ok(Some(content)),
        Err(error) => Err(refused(Action::LoadState, path, io::Error::new(ErrorKind::InvalidData, error))),
    }
}

/// Replaces a file atomically. The caller must hold the state's lock, so any existing draft was left by a killed
/// process.
pub(super) fn save<T: Serialize>(path: &Path, content: &T) -> Result<(), ToolError> {
    let draft = beside(path, ".draft");
    let save = || -> io::Result<()> {
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // Always create a new file, so that an existing link or pipe isn't followed.
        let mut file = File::create_new(&draft)?;
        file.write_all(&serde_json::to_vec(content)?)?;
        fs::rename(&draft, path)
    };
    save().map_err(|error| refused(Action::KeepState, path, error))
}
