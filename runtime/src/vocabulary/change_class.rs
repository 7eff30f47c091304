//! What a change means to those who rely on what was.

use super::word::wire_words;

wire_words! {
    /// What a change of a contract means to those who rely on it.
    pub enum ChangeClass {
        /// Programs that rely on the old contract may fail: a code that is gone, another exit code, another type.
        Breaking = "breaking",
        /// There is more than before: a new code, a new field.
        Additive = "additive",
        /// Other words, on which no program relies.
        Cosmetic = "cosmetic",
    }
}
