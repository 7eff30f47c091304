//! Warnings for the developers of a program.

use crate::text::contains::replaced;
use crate::text::sanitize::clean;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// In debug builds, writes a warning to standard error. Ignores write failures.
pub(crate) fn warn(problem: &str) {
    if cfg!(debug_assertions) {
        let _ = io::stderr().write_all(warning(problem).as_bytes());
    }
}

/// Returns the lines of a warning. Continuation lines are indented, so that they can't look like
/// another warning.
pub(crate) fn warning(problem: &str) -> String {
    let indented = replaced(&clean(&problem), '\n', "\n         ");
    format!("warning: {indented}\n")
}

/// The warnings that were written once.
static WRITTEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// In debug builds, writes a warning to standard error, but the same warning only once, because a
/// program may make the record of an error several times.
pub fn warn_once(describe: impl FnOnce() -> String) {
    if cfg!(debug_assertions) {
        let problem = describe();
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if written.insert(problem.clone()) {
            warn(&problem);
        }
    }
}
