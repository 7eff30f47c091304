//! The error of a failed check.

use std::fmt;

/// The error of a failed check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// What was expected, such as `the code NOT_FOUND`.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

impl CheckError {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into() }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}; found {}", self.expected, self.found)
    }
}

impl std::error::Error for CheckError {}
