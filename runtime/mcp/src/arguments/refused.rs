//! Arguments that match the tool's schema but not its Rust type.

use agent_error::FieldError;
use agent_error::format::{Secrets, clean, without_secrets};
use agent_error::ready::InvalidFields;
use rmcp::model::JsonObject;

/// The values that a caller sent under names that look like secrets.
pub(crate) fn secrets_in(arguments: Option<&JsonObject>) -> Secrets {
    let mut secrets = Secrets::default();
    arguments.into_iter().flatten().for_each(|(name, value)| secrets.add(name, value));
    secrets
}

/// The error for arguments that serde rejected, whose reason may quote what was sent.
pub(crate) fn refused(tool: &str, why: &str, secrets: &Secrets) -> InvalidFields {
    // In this order, since a truncated secret can't be found.
    let why = clean(&without_secrets(&secrets.removed_from(why)));
    let message = format!("The arguments cannot be read: {}.", why.trim_end_matches('.'));
    InvalidFields { action: tool.to_owned(), fields: vec![FieldError::new("(root)", message)] }
}
