//! The classes of changes of a contract.

use crate::words::words;

words! {
    /// What a change of a contract means for its callers.
    pub enum ChangeClass {
        /// Callers may fail: a code was removed, or an exit code or a type changed.
        Breaking = "breaking",
        /// Something was added: a new code or a new field.
        Additive = "additive",
        /// Only texts changed, on which no caller depends.
        Cosmetic = "cosmetic",
    }
}
