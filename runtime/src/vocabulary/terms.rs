//! Enums for facts about errors.

use crate::vocabulary::word::wire_words;

wire_words! {
    /// What a failed call has already changed.
    pub enum SideEffects {
        /// Nothing.
        None = "none",
        /// Some of the work was done.
        Partial = "partial",
        /// All of the work was done.
        Complete = "complete",
        /// It's unknown whether anything was changed, for example because a response was lost.
        Unknown = "unknown",
    }
}

wire_words! {
    /// The phase of a call in which an error occurred.
    pub enum Phase {
        /// Before any work, while the input was validated.
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
        /// The system failed and needs human attention.
        Critical = "critical",
    }
}

wire_words! {
    /// How the delay grows from one retry to the next.
    pub enum RetryStrategy {
        /// No delay.
        Immediate = "immediate",
        /// The same delay each time.
        Linear = "linear_backoff",
        /// A delay that doubles each time.
        Exponential = "exponential_backoff",
    }
}

wire_words! {
    /// How the value of a context field appears in output.
    pub enum ContextFormat {
        /// As serialized by its `Serialize` impl.
        Serialized = "value",
        /// As text, from `Display` or `Debug`.
        Text = "text",
        /// As `[REDACTED]`.
        Redacted = "redacted",
    }
}

wire_words! {
    /// How much a command may change, whether it succeeds or fails.
    pub enum DangerLevel {
        /// Only reads.
        Safe = "safe",
        /// Creates or changes something.
        Mutating = "mutating",
        /// Permanently deletes something, or makes another irreversible change.
        Destructive = "destructive",
    }
}
