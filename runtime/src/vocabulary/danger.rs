//! How dangerous a command is.

use crate::vocabulary::word::wire_words;

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
