//! Hides advice that the caller can't follow.

use super::coded::AgentError;
use super::record::ErrorRecord;
use crate::definition::error_def::ErrorDef;
use crate::error::listing::VALUES_FROM;

impl ErrorRecord {
    /// Writes the declared actions of an error the way the caller performs them, and removes those that aren't available
    /// to the caller. Actions from a field stay, because the program chooses those for the caller at run time.
    ///
    /// A command-line program and an MCP server can share error types. The program only shows actions that are commands,
    /// as command lines, and the server only shows actions that are tools.
    #[must_use]
    pub(crate) fn with_available_actions(
        mut self,
        error: &dyn AgentError,
        shown: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let declared = declared_actions(error);
        let actions = std::mem::take(&mut self.actions).into_iter();
        let available = actions.filter_map(|action| match declared.contains(&action.as_str()) {
            true => shown(&action),
            false => Some(action),
        });
        self.actions = available.collect();
        self
    }

    /// Removes the fix command, the check command and the commands that list valid values.
    ///
    /// Call this before you send an error to a client that can't run commands where this program runs. Servers for HTTP,
    /// gRPC and MCP already do.
    #[must_use]
    pub fn without_commands(mut self) -> Self {
        self.fix_command = None;
        self.check_command = None;
        self.context.remove(VALUES_FROM);
        self
    }
}

fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    match error.inner() {
        Some(inner) => declared_actions(inner),
        None => error.def().map_or(&[], ErrorDef::actions),
    }
}
