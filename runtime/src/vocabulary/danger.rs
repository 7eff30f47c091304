//! How much a call may change.

use crate::vocabulary::word::wire_words;

wire_words! {
    /// How much a call of a command may change, whether it succeeds or fails.
    pub enum DangerLevel {
        /// It only reads.
        Safe = "safe",
        /// It creates or changes something.
        Mutating = "mutating",
        /// It deletes something permanently, or makes another change that cannot be undone.
        Destructive = "destructive",
    }
}
