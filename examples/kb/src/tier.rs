//! How much a caller is trusted with.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// How much a caller is trusted with; each tier may do all that the one before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tier {
    /// Look at entries
    Read,
    /// Add and change entries
    Write,
    /// Remove and import entries, and set limits
    Admin,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        })
    }
}
