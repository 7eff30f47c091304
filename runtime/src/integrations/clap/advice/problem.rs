//! What may be wrong with a command line.

/// Why something is not true of a program.
pub(super) struct Problem {
    pub(super) reason: String,
    /// The name that was probably meant.
    pub(super) nearest: Option<String>,
}

impl Problem {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), nearest: None }
    }
}

/// What is asked of a command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Nothing is missing.
    RunsAsItStands,
    /// All that is named exists; the rest may be missing.
    NamesWhatExists,
}
