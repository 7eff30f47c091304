//! Passwords and tokens.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Strings that the API sends whatever the secret is. Redacting one would reveal that it contains the secret.
const PUBLIC: [&str; 3] = [WRONG_LOGIN, "password", "user"];

/// The API's message for a failed login.
pub(crate) const WRONG_LOGIN: &str = "invalid user name or password";

/// A string that never appears in messages, `Debug` output or results. Only requests and the token file contain it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Redacts a string that contains the secret. Redacts all of it: the words around a gap would reveal the secret if
    /// it is a word such as `password`.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        match self.0.is_empty() || !text.contains(&self.0) || PUBLIC.contains(&text) {
            true => text.to_owned(),
            false => agent_error::error::REDACTED.to_owned(),
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(agent_error::error::REDACTED)
    }
}
