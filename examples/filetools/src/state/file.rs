//! JSON files that are written completely or not at all.

use crate::error::{Action, FileKind, Refused, ToolError};
use rustix::fs::OFlags;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// The largest state that is read, in bytes: it has a line for each known file.
const LARGEST: u64 = 16 * 1024 * 1024;

const NAME_ANOTHER: &str = "Name a file for the state alone with `--state`; this one is left as it is";

/// A file beside another, its name with `suffix`.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The error of the operating system or of serde about a state file.
pub(super) fn refused(action: Action, path: &Path, source: io::Error) -> ToolError {
    Refused { action, path: path.to_string_lossy().into_owned(), source }.into()
}

/// Opens a file, if it exists, without waiting and without creating it. Only regular files are accepted: a device may
/// have no end, a pipe no writer.
pub(super) fn open(path: &Path, writable: bool) -> Result<Option<File>, ToolError> {
    let refused = |error| refused(Action::LoadState, path, error);
    // Opening some devices does something: they are not even opened.
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

/// The content of a file, if it exists.
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

/// Replaces the content of a file; if the process is killed here, the old content remains. Callers hold the lock of the
/// state, so an existing draft comes from a killed process.
pub(super) fn save<T: Serialize>(path: &Path, content: &T) -> Result<(), ToolError> {
    let draft = beside(path, ".draft");
    let save = || -> io::Result<()> {
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // Always a new file, so that a link or a pipe of that name is not followed.
        let mut file = File::create_new(&draft)?;
        file.write_all(&serde_json::to_vec(content)?)?;
        fs::rename(&draft, path)
    };
    save().map_err(|error| refused(Action::KeepState, path, error))
}
