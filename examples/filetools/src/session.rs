//! A session: a root, its state, and limits.

use crate::answer::Answer;
use crate::bug;
use crate::error::ToolError;
use crate::root::Root;
use crate::state::{Entry, Place, State};
use crate::tool::{Call, Tool, Workplace};
use agent_error::AgentError as _;
use serde_json::Value;
use std::path::Path;

/// Limits set by the user.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The maximum size of a string in a call or a result, in bytes.
    pub(crate) bytes: u64,
    /// The number of consecutive errors after which a tool is disabled.
    pub(crate) errors: u32,
}

/// An agent's session in a directory.
#[derive(Debug)]
pub(crate) struct Session {
    root: Root,
    state: State,
    limits: Limits,
}

impl Session {
    pub(crate) fn open(root: &Path, place: Place<'_>, limits: Limits) -> Result<Self, ToolError> {
        let root = Root::open(root)?;
        let state = place.open(&root)?;
        Ok(Self { root, state, limits })
    }

    /// Returns the call that the session's previous process didn't finish. Returns it only once.
    pub(crate) fn take_interrupted(&mut self) -> Option<Entry> {
        self.state.take_interrupted()
    }

    /// Performs a call unless its tool is disabled. Call [`settle`](Self::settle) once the result is written.
    pub(crate) fn call(&mut self, id: Option<Value>, call: &Call) -> Result<Answer, ToolError> {
        let tool = call.tool();
        self.state.kept.breaker.admit(tool, self.limits.errors)?;
        self.state.journal.begin(Entry::new(id, tool, &call.to_string()))?;
        let mut workplace = Workplace {
            root: &self.root,
            max_bytes: self.limits.bytes,
            known: &mut self.state.kept.known,
            journal: &mut self.state.journal,
        };
        let result = bug::caught(tool, || call.perform(&mut workplace));
        self.count(call, &result);
        self.state.save()?;
        result
    }

    /// Marks the last call as completed. Call this once the result is written, so that it isn't reported as
    /// interrupted.
    pub(crate) fn settle(&mut self) -> Result<(), ToolError> {
        self.state.journal.end()
    }

    /// Returns the error for an invalid call. The call counts as an error of its tool.
    pub(crate) fn refuse(&mut self, tool: Tool, error: ToolError) -> ToolError {
        if let Err(disabled) = self.state.kept.breaker.admit(tool, self.limits.errors) {
            return disabled;
        }
        self.state.kept.breaker.failed(tool, error.code());
        self.state.save().err().unwrap_or(error)
    }

    /// Enables all tools.
    pub(crate) fn clear(&mut self) -> Result<Answer, ToolError> {
        self.state.kept.breaker.clear();
        self.state.save()?;
        Ok(Answer::new("all tools are enabled", serde_json::json!({"cleared": true})))
    }

    fn count(&mut self, call: &Call, result: &Result<Answer, ToolError>) {
        match result {
            // If a command fails, `run` itself has still succeeded.
            Ok(_) | Err(ToolError::ExitNonzero { .. }) => self.state.kept.breaker.succeeded(call.tool()),
            Err(error) => self.state.kept.breaker.failed(call.tool(), error.code()),
        }
    }
}
