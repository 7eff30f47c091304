//! Errors that a command and a tool of an MCP server share.

use super::coded::AgentError;
use crate::definition::error_def::ErrorDef;
use crate::definition::stated::Stated;
use std::error::Error;
use std::fmt;

/// An error without the declared actions that its caller can't take: on a command line those that aren't commands, in an
/// MCP server those that aren't tools.
pub(crate) struct Offered<'a> {
    error: &'a dyn AgentError,
    /// Whether the caller can take an action.
    exists: &'a dyn Fn(&str) -> bool,
}

impl<'a> Offered<'a> {
    /// The error, if its caller can't take all actions.
    pub(crate) fn of(error: &'a dyn AgentError, exists: &'a dyn Fn(&str) -> bool) -> Option<Self> {
        declared_actions(error).iter().any(|action| !exists(action)).then_some(Self { error, exists })
    }
}

/// The actions in the declaration of an error's code. Actions of a field are chosen for the caller.
pub(crate) fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    match error.inner() {
        Some(inner) => declared_actions(inner),
        None => error.def().map_or(&[], ErrorDef::actions),
    }
}

impl fmt::Display for Offered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.error, f)
    }
}

impl fmt::Debug for Offered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.error, f)
    }
}

impl Error for Offered<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl AgentError for Offered<'_> {
    fn code(&self) -> &str {
        self.error.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.error.def()
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(self.error)
    }

    fn stated(&self) -> Stated {
        self.error.stated()
    }

    fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
        let declared = declared_actions(self.error);
        self.error.visit_actions(&mut |action| {
            if !declared.contains(&action) || (self.exists)(action) {
                visit(action);
            }
        });
    }
}
