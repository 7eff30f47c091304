//! Where the state of a session is, and who may use it.

use super::{State, file};
use crate::error::{Action, ToolError};
use crate::root::Root;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The folder of the root that holds the states.
const FOLDER: &str = ".filetools";

/// How long a state that another process uses is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many sessions may run in a root without a state of their own choice.
const MAX_SESSIONS: usize = 64;

/// The state that a process takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The one that was named.
    Named(&'a Path),
    /// The one that all single calls in a root share.
    Calls,
    /// One that no running session has: of an interrupted session if there is one.
    Session,
}

/// The right to use a state. The operating system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(#[allow(dead_code, reason = "holds the lock")] File);

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
    let lock = lock_in_time(&path)?;
    State::load(path, lock)
}

fn session(folder: &Path) -> Result<State, ToolError> {
    let mut free = None;
    for number in 1..=MAX_SESSIONS {
        let path = folder.join(format!("session-{number}.json"));
        // Its lock is there since a session took it for the first time.
        let is_new = !file::beside(&path, ".lock").exists();
        if is_new && free.is_some() {
            break;
        }
        let Some(lock) = lock_at_once(&path)? else { continue };
        let state = State::load(path, lock)?;
        if state.interrupted.is_some() {
            return Ok(state);
        }
        free = free.or(Some(state));
        if is_new {
            break;
        }
    }
    free.ok_or_else(|| in_use(folder))
}

/// The folder for states, which hides itself from Git.
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

fn lock_file(path: &Path) -> Result<File, ToolError> {
    let path = file::beside(path, ".lock");
    let open = File::options().write(true).create(true).truncate(false).open(&path);
    open.map_err(|error| file::refused(Action::KeepState, &path, error))
}

fn lock_at_once(path: &Path) -> Result<Option<Lock>, ToolError> {
    let file = lock_file(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(Lock(file))),
        Err(Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(file::refused(Action::KeepState, path, error.into())),
    }
}

/// The system waits for a lock without a limit, so a thread does, which is left behind when time is up.
fn lock_in_time(path: &Path) -> Result<Lock, ToolError> {
    let file = lock_file(path)?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let locked = flock(&file, FlockOperation::LockExclusive);
        let _ = sender.send(locked.map(|()| Lock(file)));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(lock)) => Ok(lock),
        Ok(Err(error)) => Err(file::refused(Action::KeepState, path, error.into())),
        Err(_) => Err(in_use(path)),
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
