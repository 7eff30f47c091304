//! Errors for arguments that match the tool's schema but can't be deserialized.

use agent_error::FieldError;
use agent_error::format::{Secrets, clean, without_secrets};
use agent_error::ready::InvalidFields;
use rmcp::model::JsonObject;

/// Collects the arguments whose names look like secrets.
pub(crate) fn secrets_in(arguments: Option<&JsonObject>) -> Secrets {
    let mut secrets = Secrets::default();
    arguments.into_iter().flatten().for_each(|(name, value)| secrets.add(name, value));
    secrets
}

/// Creates the error for arguments that serde rejected. Serde's message may quote values, so secrets are redacted.
pub(crate) fn refused(tool: &str, why: &str, secrets: &Secrets) -> InvalidFields {
    // Redact before truncating, because a truncated secret no longer matches.
    let why = clean(&without_secrets(&secrets.removed_from(why)));
    let message = format!("Invalid arguments: {}.", why.trim_end_matches('.'));
    InvalidFields { action: tool.to_owned(), fields: vec![FieldError::new("(root)", message)] }
}
