//! The journal, which records the current call in case the process is killed.

use super::file;
use crate::error::{Action, ToolError};
use crate::tool::Tool;
use rustix::process::{Pid, test_kill_process_group};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A call in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The call's `id`.
    pub(crate) id: Option<Value>,
    pub(crate) tool: Tool,
    /// A short description of the call.
    pub(crate) call: String,
    process_group: Option<i32>,
}

impl Entry {
    pub(crate) fn new(id: Option<Value>, tool: Tool, call: &str) -> Self {
        const MAX_CHARS: usize = 200;
        let call = match call.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => format!("{}...", &call[..end]),
            None => call.to_owned(),
        };
        Self { id, tool, call, process_group: None }
    }

    /// Creates the error for an interrupted call.
    pub(crate) fn error(&self) -> ToolError {
        let alive = self
            .process_group
            .filter(|group| Pid::from_raw(*group).is_some_and(|group| test_kill_process_group(group).is_ok()));
        let advice = match (alive, self.tool) {
            (Some(group), _) => {
                format!(
                    "The command may still be running: stop it with `kill -- -{group}`, then check what it has changed"
                )
            }
            (None, Tool::Run) => "Check what the command has changed, then repeat it if necessary".to_owned(),
            (None, Tool::Read) => "Repeat the call; it doesn't change anything".to_owned(),
            (None, Tool::Write | Tool::Edit) => {
                "Read the file to check whether it was written; if not, repeat the call".to_owned()
            }
        };
        let (tool, call) = (self.tool, self.call.clone());
        ToolError::ToolInterrupted { tool, call, process_group: self.process_group, advice }
    }
}

/// Records processes that may outlive a tool.
pub(crate) trait Journal {
    /// Records the process group of a command.
    fn started(&mut self, process_group: i32);
}

/// The journal file of the current call.
#[derive(Debug)]
pub(crate) struct JournalFile {
    path: PathBuf,
    entry: Option<Entry>,
}

impl JournalFile {
    pub(super) fn beside(state: &Path) -> Self {
        Self { path: file::beside(state, ".journal"), entry: None }
    }

    pub(super) fn entry(&self) -> Result<Option<Entry>, ToolError> {
        file::load(&self.path)
    }

    pub(crate) fn begin(&mut self, entry: Entry) -> Result<(), ToolError> {
        file::save(&self.path, &entry)?;
        self.entry = Some(entry);
        Ok(())
    }

    pub(crate) fn end(&mut self) -> Result<(), ToolError> {
        self.entry = None;
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(file::refused(Action::KeepState, &self.path, error))
            }
            _ => Ok(()),
        }
    }
}

impl Journal for JournalFile {
    fn started(&mut self, process_group: i32) {
        if let Some(entry) = &mut self.entry {
            entry.process_group = Some(process_group);
            // Ignore failures: without the process group, the interruption can still be reported.
            let _ = file::save(&self.path, entry);
        }
    }
}
