//! In debug builds: whether a command ends only with codes that it declares.

use crate::error_set::ErrorSet;
use std::sync::{Mutex, PoisonError};

/// What was called, and the codes that it may end with.
struct Expected {
    command: String,
    set: ErrorSet,
}

static EXPECTED: Mutex<Option<Expected>> = Mutex::new(None);

/// From now on the process runs this command, which may end with these codes.
pub(crate) fn expect(command: String, set: ErrorSet) {
    *EXPECTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Expected { command, set });
}

/// What to tell the program's author about an error that ends the process.
pub(super) fn complaint(code: &str) -> Option<String> {
    let expected = EXPECTED.lock().unwrap_or_else(PoisonError::into_inner);
    expected.as_ref().filter(|expected| !expected.set.allows(code)).map(|expected| {
        let command = &expected.command;
        format!("`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`")
    })
}
