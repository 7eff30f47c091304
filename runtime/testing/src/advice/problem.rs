//! Mistakes in a command line.

/// Why a command line does not match the program.
pub(super) struct Problem {
    pub(super) reason: String,
    /// The nearest name.
    pub(super) nearest: Option<String>,
}

impl Problem {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), nearest: None }
    }
}

/// The requirements for a command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// It must be complete.
    RunsAsItStands,
    /// All its names exist; arguments may be missing.
    NamesWhatExists,
}
