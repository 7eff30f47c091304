//! The words for facts.

use crate::vocabulary::word::wire_words;

wire_words! {
    /// What a failed call has already changed.
    pub enum SideEffects {
        /// Nothing was changed.
        None = "none",
        /// Some of the work was done.
        Partial = "partial",
        /// All of the work was done.
        Complete = "complete",
    }
}

wire_words! {
    /// When in a call the error occurred.
    pub enum Phase {
        /// Before any work: the input was checked.
        Validation = "validation",
        /// During the work.
        Execution = "execution",
        /// After the work.
        Cleanup = "cleanup",
    }
}

wire_words! {
    /// How serious an error is.
    pub enum Severity {
        /// Worth knowing, but not a failure.
        Warning = "warning",
        /// The call failed.
        Error = "error",
        /// The system failed; a person has to look at it.
        Critical = "critical",
    }
}

wire_words! {
    /// The pauses between repeated calls.
    pub enum RetryStrategy {
        /// No pause.
        Immediate = "immediate",
        /// The same pause each time.
        Linear = "linear_backoff",
        /// A pause that doubles each time.
        Exponential = "exponential_backoff",
    }
}

wire_words! {
    /// How a context field is shown.
    pub enum Shown {
        /// As its `Serialize` writes it.
        Serialized = "value",
        /// As text, from `Display` or `Debug`.
        Text = "text",
        /// Never; readers see `[REDACTED]`.
        Redacted = "redacted",
    }
}
