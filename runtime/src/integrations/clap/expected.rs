//! Checks in debug builds that a command only returns declared codes.

use super::state::{self, Expected};
use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::process::{observe, warn};

/// Records the command that this process runs, and its declared codes.
pub(super) fn expect(command: String, set: ErrorSet) {
    state::with(|state| state.expected = Some(Expected { command, set }));
    observe(check);
}

/// Prints a warning if the command doesn't declare the error.
fn check(error: &dyn AgentError) {
    let code = error.code();
    let undeclared = state::with(|state| {
        let expected = state.expected.as_ref().filter(|expected| !expected.set.allows(code))?;
        Some(expected.command.clone())
    });
    if let Some(command) = undeclared {
        warn(&[format!(
            "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
        )]);
    }
}
