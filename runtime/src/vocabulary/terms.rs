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
        /// Before anything was done: the input was checked.
        Validation = "validation",
        /// While the work was done.
        Execution = "execution",
        /// After the work was done.
        Cleanup = "cleanup",
    }
}

wire_words! {
    /// How bad it is.
    pub enum Severity {
        /// Worth knowing, but no failure.
        Warning = "warning",
        /// The call failed.
        Error = "error",
        /// The system failed; a person has to look.
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
        /// As its `Serialize` says.
        Serialized = "value",
        /// As text, from `Display` or `Debug`.
        Text = "text",
        /// Never: `[REDACTED]` takes its place.
        Redacted = "redacted",
    }
}
