//! The place of a session's state, and the lock on it.

use super::{State, file};
use crate::error::{Action, ToolError};
use crate::root::Root;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The folder of the root with the states.
const FOLDER: &str = ".filetools";

/// The time to wait for a state that another process uses.
const PATIENCE: Duration = Duration::from_secs(5);

/// The most sessions in a root that do not name a state.
const MAX_SESSIONS: usize = 64;

/// The state that a process uses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The named one.
    Named(&'a Path),
    /// The one that all single calls in a root share.
    Calls,
    /// One that no running session uses; if there is an interrupted session, its state.
    Session,
}

/// The right to use a state. The operating system releases it when the process ends in any way, so the state of a
/// killed process goes to the next one.
#[derive(Debug)]
pub(super) struct Lock {
    /// Holds the lock.
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    /// Removes the file while no other process can hold its lock; a waiting process notices and creates a new one.
    fn drop(&mut self) {
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether the file is still the one at the path.
fn is_at(file: &File, path: &Path) -> bool {
    let place = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => place(&ours) == place(&there),
        _ => false,
    }
}

impl Place<'_> {
    /// Opens the state, or waits some seconds for the process that uses it.
    pub(crate) fn open(self, root: &Root) -> Result<State, ToolError> {
        match self {
            Self::Named(path) => named(path.to_owned()),
            Self::Calls => named(folder(root)?.join("calls.json")),
            Self::Session => session(&folder(root)?),
        }
    }
}

fn named(path: PathBuf) -> Result<State, ToolError> {
    // Nothing is created next to a path that cannot be a state.
    file::open(&path, false)?;
    let lock = lock_in_time(&path)?;
    State::load(path, lock)
}

fn session(folder: &Path) -> Result<State, ToolError> {
    let mut free = None;
    for number in 1..=MAX_SESSIONS {
        let path = folder.join(format!("session-{number}.json"));
        let is_new = ["", ".journal", ".lock"].iter().all(|suffix| !file::beside(&path, suffix).exists());
        if is_new && free.is_some() {
            continue;
        }
        let Some(lock) = lock_at_once(&path)? else { continue };
        let state = State::load(path, lock)?;
        if state.interrupted.is_some() {
            return Ok(state);
        }
        free = free.or(Some(state));
    }
    free.ok_or_else(|| in_use(folder))
}

/// The folder for states, which Git ignores.
fn folder(root: &Root) -> Result<PathBuf, ToolError> {
    let folder = root.path().join(FOLDER);
    let create = || -> io::Result<()> {
        if !folder.is_dir() {
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(".gitignore"), "*\n")?;
        }
        Ok(())
    };
    create().map_err(|error| file::refused(Action::KeepState, &folder, error))?;
    Ok(folder)
}

/// The lock of a state, by `operation`; `None` if another process has it and the operation does not wait.
fn lock(state: &Path, operation: FlockOperation) -> Result<Option<Lock>, ToolError> {
    let path = file::beside(state, ".lock");
    let refused = |error: io::Error| file::refused(Action::KeepState, &path, error);
    loop {
        let file = match file::open(&path, true)? {
            Some(file) => file,
            None => match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_symlink() => continue,
                Err(error) => return Err(refused(error)),
            },
        };
        match flock(&file, operation) {
            Ok(()) if is_at(&file, &path) => return Ok(Some(Lock { file, path })),
            // The process that held it has removed it.
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(refused(error.into())),
        }
    }
}

fn lock_at_once(state: &Path) -> Result<Option<Lock>, ToolError> {
    lock(state, FlockOperation::NonBlockingLockExclusive)
}

/// The system waits for a lock without a limit, so a thread does, which is abandoned after the time limit.
fn lock_in_time(state: &Path) -> Result<Lock, ToolError> {
    let (sender, receiver) = mpsc::channel();
    let wanted = state.to_owned();
    thread::spawn(move || {
        let _ = sender.send(lock(&wanted, FlockOperation::LockExclusive));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(Some(lock))) => Ok(lock),
        Ok(Err(error)) => Err(error),
        Ok(Ok(None)) | Err(_) => Err(in_use(state)),
    }
}

fn in_use(path: &Path) -> ToolError {
    ToolError::Timeout {
        subject: format!("the session that uses {}", path.display()),
        timeout_ms: u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX),
        output: String::new(),
        advice: "Wait for the other session to end, or name another state with `--state`".to_owned(),
    }
}
