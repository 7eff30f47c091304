//! Warnings for the developers of a program.

use std::io::{self, Write};

/// In debug builds, writes a warning to standard error. Ignores write failures.
pub(crate) fn warn(problem: &str) {
    if cfg!(debug_assertions) {
        let _ = writeln!(io::stderr(), "warning: {problem}");
    }
}
