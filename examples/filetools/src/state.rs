//! What one call has to know of the earlier ones, in the file `.filetools.json` of the working
//! directory.

use crate::error::ToolError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::time::SystemTime;

const FILE: &str = ".filetools.json";

/// The number of consecutive errors after which a tool is disabled.
const MAX_ERRORS: u32 = 3;

/// The state of a session.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct State {
    /// When each file that was read or edited was last modified.
    known: BTreeMap<String, Option<SystemTime>>,
    /// The number of consecutive errors of each tool.
    errors: BTreeMap<String, u32>,
    /// The command that is running.
    running: Option<String>,
}

impl State {
    pub(crate) fn load() -> Result<Self, ToolError> {
        let loaded = match fs::read(FILE) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => Err(error),
            Ok(json) => serde_json::from_slice(&json).map_err(io::Error::from),
        };
        loaded.map_err(|error| ToolError::of_io("load", FILE, &error))
    }

    pub(crate) fn save(&self) -> Result<(), ToolError> {
        let saved = serde_json::to_vec(self)
            .map_err(io::Error::from)
            .and_then(|json| fs::write(FILE, json));
        saved.map_err(|error| ToolError::of_io("save", FILE, &error))
    }

    /// Runs a tool and records the call. The tool `run` passes its command, which a later call
    /// names if this one is interrupted. The other tools change a file at once or not at all, so
    /// they pass none.
    ///
    /// # Errors
    ///
    /// Returns an error without making the call if the tool is disabled, or if this call runs a
    /// command and an earlier command was interrupted.
    pub(crate) fn call<T>(
        tool: &str,
        command: Option<&str>,
        work: impl FnOnce(&mut Self) -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        let mut state = Self::load()?;
        if command.is_some()
            && let Some(command) = state.running.take()
        {
            state.save()?;
            return Err(ToolError::Interrupted { command });
        }
        if let Some(errors) = state
            .errors
            .get(tool)
            .filter(|errors| **errors >= MAX_ERRORS)
        {
            return Err(ToolError::ToolDisabled {
                tool: tool.to_owned(),
                errors: *errors,
            });
        }
        if command.is_some() {
            state.running = command.map(str::to_owned);
            state.save()?;
        }
        let result = work(&mut state);
        if command.is_some() {
            state.running = None;
        }
        match &result {
            // If a command fails, `run` itself has still succeeded.
            Ok(_) | Err(ToolError::ExitNonzero { .. }) => drop(state.errors.remove(tool)),
            Err(_) => *state.errors.entry(tool.to_owned()).or_default() += 1,
        }
        state.save()?;
        result
    }

    /// Enables all tools.
    pub(crate) fn clear() -> Result<(), ToolError> {
        let mut state = Self::load()?;
        state.errors.clear();
        state.save()
    }

    pub(crate) fn remember(&mut self, path: &str, metadata: &Metadata) {
        self.known.insert(path.to_owned(), metadata.modified().ok());
    }

    /// Rejects a file that has changed since it was last read or edited.
    pub(crate) fn require_fresh(&self, path: &str, metadata: &Metadata) -> Result<(), ToolError> {
        match self.known.get(path) {
            Some(known) if *known != metadata.modified().ok() => Err(ToolError::FileStale {
                path: path.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}
