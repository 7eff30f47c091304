//! Problems with command lines.

/// Why a command line doesn't match the program.
pub(super) struct Problem {
    pub(super) reason: String,
    /// The most similar valid name.
    pub(super) nearest: Option<String>,
}

impl Problem {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), nearest: None }
    }
}

/// How strictly to check a command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// The command line must be complete.
    Complete,
    /// All names must exist, but arguments may be missing.
    AllowsMissingArguments,
}
