//! Classes of contract changes.

use crate::words::words;

words! {
    /// How a change to a contract affects callers.
    pub enum ChangeClass {
        /// Callers may fail, for example because a code was removed, or because an exit code or a type changed.
        Breaking = "breaking",
        /// Something was added, such as a code or a field.
        Additive = "additive",
        /// Only wording changed that callers don't depend on.
        Cosmetic = "cosmetic",
    }
}
