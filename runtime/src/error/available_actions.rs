//! Hides actions that the caller can't perform.

use super::coded::AgentError;
use crate::definition::error_def::ErrorDef;
use crate::definition::may_have::MayHave;
use std::error::Error;
use std::fmt;

/// Wraps an error and hides the declared actions that aren't available to the caller.
///
/// A command-line program and an MCP server can share error types. The program only shows actions that are commands,
/// and the server only shows actions that are tools.
pub(crate) struct WithAvailableActions<'a> {
    error: &'a dyn AgentError,
    /// Whether an action is available to the caller.
    exists: &'a dyn Fn(&str) -> bool,
}

impl<'a> WithAvailableActions<'a> {
    /// Wraps the error if any of its declared actions is unavailable. Otherwise, returns `None`.
    pub(crate) fn of(error: &'a dyn AgentError, exists: &'a dyn Fn(&str) -> bool) -> Option<Self> {
        declared_actions(error).iter().any(|action| !exists(action)).then_some(Self { error, exists })
    }
}

/// Returns the actions declared for the error's code. Doesn't include actions from a field, because the program chooses
/// those for the caller at run time.
pub(crate) fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    match error.inner() {
        Some(inner) => declared_actions(inner),
        None => error.def().map_or(&[], ErrorDef::actions),
    }
}

impl fmt::Display for WithAvailableActions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.error, f)
    }
}

impl fmt::Debug for WithAvailableActions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.error, f)
    }
}

impl Error for WithAvailableActions<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl AgentError for WithAvailableActions<'_> {
    fn code(&self) -> &str {
        self.error.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        self.error.def()
    }

    fn inner(&self) -> Option<&dyn AgentError> {
        Some(self.error)
    }

    fn may_have(&self) -> MayHave {
        self.error.may_have()
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
