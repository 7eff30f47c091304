//! Checks in debug builds that a command only returns declared codes.

use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::process::{observe, warn};
use std::sync::{Mutex, PoisonError};

/// The command that was called, and its declared codes.
struct Expected {
    command: String,
    set: ErrorSet,
}

static EXPECTED: Mutex<Option<Expected>> = Mutex::new(None);

/// Records the command that this process runs, and its declared codes.
pub(super) fn expect(command: String, set: ErrorSet) {
    *EXPECTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Expected { command, set });
    observe(check);
}

/// Prints a warning if the command doesn't declare the error.
fn check(error: &dyn AgentError) {
    let code = error.code();
    let expected = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Expected { command, .. }) = expected.as_ref().filter(|expected| !expected.set.allows(code)) {
        warn(&[format!(
            "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
        )]);
    }
}
