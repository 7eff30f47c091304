//! The location and locking of a session's state.

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

/// The folder for states, relative to the root.
const FOLDER: &str = ".filetools";

/// How long to wait for a state that another process is using.
const PATIENCE: Duration = Duration::from_secs(5);

/// The maximum number of concurrent sessions in a root with the default state.
const MAX_SESSIONS: usize = 64;

/// Which state to use.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The state at this path.
    Named(&'a Path),
    /// The state shared by all single calls in a root.
    Calls,
    /// The state of an interrupted session, or else one that no running session is using.
    Session,
}

/// A lock on a state. The operating system releases it even if the process is killed, so another process can then take
/// over the state.
#[derive(Debug)]
pub(super) struct Lock {
    /// The open file that holds the lock.
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    /// Removes the lock file while the lock is still held. A waiting process notices this and creates a new file.
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
    /// Opens the state. If another process is using it, waits for a few seconds.
    pub(crate) fn open(self, root: &Root) -> Result<State, ToolError> {
        match self {
            Self::Named(path) => named(path.to_owned()),
            Self::Calls => named(folder(root)?.join("calls.json")),
            Self::Session => session(&folder(root)?),
        }
    }
}

fn named(path: PathBuf) -> Result<State, ToolError> {
    // Check first, so that nothing is created next to a path that can't be a state.
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

/// Returns the folder for states. If it doesn't exist, creates it with a `.gitignore`.
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

/// Locks a state. Returns `None` if `operation` is non-blocking and another process holds the lock.
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
            // The previous holder has removed the file, so try again.
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(refused(error.into())),
        }
    }
}

fn lock_at_once(state: &Path) -> Result<Option<Lock>, ToolError> {
    lock(state, FlockOperation::NonBlockingLockExclusive)
}

/// Waits for the lock with a timeout. The system call has no timeout, so this calls it in a thread and abandons the
/// thread when the time is up.
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
        advice: "Wait for the other session to end, or pass another file as `--state`".to_owned(),
    }
}
