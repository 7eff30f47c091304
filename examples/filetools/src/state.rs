//! The persistent state of a session: the file itself, plus `STATE.lock` and `STATE.journal` next to it.

mod file;
mod journal;
mod known;
mod place;

pub(crate) use journal::{Entry, Journal};
pub(crate) use known::Known;
pub(crate) use place::Place;

use crate::breaker::Breaker;
use crate::error::ToolError;
use journal::JournalFile;
use place::Lock;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The state of a session. No other process can use it at the same time.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    pub(crate) kept: Kept,
    pub(crate) journal: JournalFile,
    /// The call that the session's previous process didn't finish.
    interrupted: Option<Entry>,
    _lock: Lock,
}

/// The content of the state file. A file with other content belongs to another program and isn't overwritten.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Kept {
    pub(crate) known: Known,
    pub(crate) breaker: Breaker,
}

impl State {
    fn load(path: PathBuf, lock: Lock) -> Result<Self, ToolError> {
        let journal = JournalFile::beside(&path);
        let kept = file::load(&path)?.unwrap_or_default();
        let interrupted = journal.entry()?;
        Ok(Self { path, kept, journal, interrupted, _lock: lock })
    }

    pub(crate) fn save(&self) -> Result<(), ToolError> {
        file::save(&self.path, &self.kept)
    }

    /// Returns the interrupted call, only once.
    pub(crate) fn take_interrupted(&mut self) -> Option<Entry> {
        self.interrupted.take()
    }
}
