//! The error for a tool that was disabled because it kept failing.

use crate::error::record::ErrorRecord;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The tool was disabled after too many consecutive failures, so nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "TOOL_DISABLED",
    exit = exit::PRECONDITION,
    status = 409,
    shared,
    detail = "the last failure was {last}",
    suggest = "Continue without `{tool}` for the rest of this session, and report the last failure to the user"
)]
pub struct ToolDisabled {
    /// The name of the tool.
    pub tool: String,
    /// The number of consecutive failures.
    pub failures: u32,
    /// The code of the last failure. Empty if the failure has no code.
    pub last_code: String,
    #[context(skip)]
    last: String,
}

impl ToolDisabled {
    /// Creates the error for a tool that was disabled after this number of consecutive failures. `last` is the last
    /// failure.
    pub fn new(tool: impl Into<String>, failures: u32, last: &ErrorRecord) -> Self {
        let (code, message) = (&last.code, &last.message);
        let shown = if code.is_empty() { message.clone() } else { format!("{code}: {message}") };
        Self { tool: tool.into(), failures, last_code: code.clone(), last: shown }
    }
}

impl fmt::Display for ToolDisabled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool \"{}\" is disabled after {} failures in a row", self.tool, self.failures)
    }
}

impl std::error::Error for ToolDisabled {}
