//! Errors for calls that the server rejects.

use agent_error::ready::{
    InvalidDiscriminator, InvalidFields, MissingDiscriminator, UnknownAction, UnknownTool,
};
use agent_error::{AgentError, FieldError};

/// A call that the server itself rejects. Every tool call can return these codes, so tools don't
/// have to declare them.
///
/// The derive registers this type, so the catalog of every program that links this crate contains
/// these codes.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(origin = "agent-error")]
pub(crate) enum InvalidCall {
    #[error(transparent)]
    #[code(transparent)]
    Fields(#[from] InvalidFields),
    #[error(transparent)]
    #[code(transparent)]
    MissingDiscriminator(#[from] MissingDiscriminator),
    #[error(transparent)]
    #[code(transparent)]
    InvalidDiscriminator(#[from] InvalidDiscriminator),
    #[error(transparent)]
    #[code(transparent)]
    UnknownAction(#[from] UnknownAction),
    #[error(transparent)]
    #[code(transparent)]
    UnknownTool(#[from] UnknownTool),
}

impl InvalidCall {
    /// Returns an error if there are invalid fields.
    pub(crate) fn reject_if_any(action: &str, invalid_fields: Vec<FieldError>) -> Result<(), Self> {
        if invalid_fields.is_empty() {
            Ok(())
        } else {
            Err(InvalidFields::new(action, invalid_fields).into())
        }
    }
}
