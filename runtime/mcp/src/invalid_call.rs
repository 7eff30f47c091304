//! Calls that a server rejects itself.

use agent_error::AgentError;
use agent_error::ready::{InvalidDiscriminator, InvalidFields, MissingDiscriminator, UnknownAction, UnknownTool};

/// A call that a server rejects itself, whatever the tool declares.
///
/// The derive registers the type, so the catalog of each program that is linked with this crate contains these codes.
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
