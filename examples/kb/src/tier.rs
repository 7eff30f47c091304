//! Permissions of callers.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The permissions of a caller. Each tier includes those of the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tier {
    /// Read entries
    Read,
    /// Add and update entries
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
