//! In debug builds: whether a command ends only with codes that it declares.

use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError;
use crate::process::{observe, warn};
use std::sync::{Mutex, PoisonError};

/// What was called, and the codes that it may end with.
struct Expected {
    command: String,
    set: ErrorSet,
}

static EXPECTED: Mutex<Option<Expected>> = Mutex::new(None);

/// From now on the process runs this command, which may end with these codes.
pub(super) fn expect(command: String, set: ErrorSet) {
    *EXPECTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Expected { command, set });
    observe(check);
}

/// Warns the program's author of an error that the command does not declare.
fn check(error: &dyn AgentError) {
    let code = error.code();
    let expected = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Expected { command, .. }) = expected.as_ref().filter(|expected| !expected.set.allows(code)) {
        warn(&[format!(
            "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
        )]);
    }
}
