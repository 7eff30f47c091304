//! The error for an output format that the program doesn't link.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The program does not support the output format.
#[derive(Debug, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code("INVALID_FLAG_VALUE", exit = exit::ARG_ERROR, shared, suggest = "Use one of {formats}")]
pub(crate) struct UnsupportedFormat {
    /// The requested format.
    pub(crate) format: &'static str,
    /// The formats that the program supports, separated by commas.
    #[context(skip)]
    pub(crate) formats: String,
}

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid value '{}' for '--output': this program does not support the format", self.format)
    }
}
