//! A session: a root, the known files, and the rules for calls.

use crate::answer::Answer;
use crate::bug;
use crate::error::ToolError;
use crate::root::Root;
use crate::state::{Entry, Place, State};
use crate::tool::{Call, Tool, Workplace};
use agent_error::AgentError as _;
use serde_json::Value;
use std::path::Path;

/// The settings of the user.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The largest text in a call or an answer, in bytes.
    pub(crate) bytes: u64,
    /// The number of consecutive errors after which a tool is disabled.
    pub(crate) errors: u32,
}

/// The work of one agent in one directory.
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

    /// The call that the last process of this session did not finish. It is reported once.
    pub(crate) fn take_interrupted(&mut self) -> Option<Entry> {
        self.state.take_interrupted()
    }

    /// Performs a call, unless its tool is disabled. Call [`settle`](Self::settle) when the answer is written.
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

    /// The last answer is written, so no result is lost if the process is killed now.
    pub(crate) fn settle(&mut self) -> Result<(), ToolError> {
        self.state.journal.end()
    }

    /// The answer to a call that cannot be read. It also counts as an error of its tool.
    pub(crate) fn refuse(&mut self, tool: Tool, error: ToolError) -> ToolError {
        if let Err(disabled) = self.state.kept.breaker.admit(tool, self.limits.errors) {
            return disabled;
        }
        self.state.kept.breaker.failed(tool, error.code());
        self.state.save().err().unwrap_or(error)
    }

    /// Enables every tool.
    pub(crate) fn clear(&mut self) -> Result<Answer, ToolError> {
        self.state.kept.breaker.clear();
        self.state.save()?;
        Ok(Answer::new("every tool is enabled", serde_json::json!({"cleared": true})))
    }

    fn count(&mut self, call: &Call, result: &Result<Answer, ToolError>) {
        match result {
            // `run` has done its work, even if the command did not succeed.
            Ok(_) | Err(ToolError::ExitNonzero { .. }) => self.state.kept.breaker.succeeded(call.tool()),
            Err(error) => self.state.kept.breaker.failed(call.tool(), error.code()),
        }
    }
}
