//! In debug builds: checks that a command only ends with declared codes.

use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::process::{observe, warn};
use std::sync::{Mutex, PoisonError};

/// The called command, and its declared codes.
struct Expected {
    command: String,
    set: ErrorSet,
}

static EXPECTED: Mutex<Option<Expected>> = Mutex::new(None);

/// Records that the process runs this command, with these codes.
pub(super) fn expect(command: String, set: ErrorSet) {
    *EXPECTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Expected { command, set });
    observe(check);
}

/// Warns the program's author about an error that the command does not declare.
fn check(error: &dyn AgentError) {
    let code = error.code();
    let expected = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Expected { command, .. }) = expected.as_ref().filter(|expected| !expected.set.allows(code)) {
        warn(&[format!(
            "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
        )]);
    }
}
