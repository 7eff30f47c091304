//! Whether a test checks all combinations, which takes minutes, or each input in some of them.

use std::env;

/// Whether `THOROUGH` is set, as it is in `.ci/deep properties`.
#[must_use]
pub fn is_thorough() -> bool {
    env::var_os("THOROUGH").is_some()
}
