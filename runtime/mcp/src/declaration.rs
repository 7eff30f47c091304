//! Lookups in the declaration of an error's code.

use agent_error::AgentError;
use agent_error::definition::ErrorDef;

/// Returns the declared actions, without the actions from the error's fields.
pub(crate) fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    declaration(error).map_or(&[], ErrorDef::actions)
}

/// Returns the declared JSON-RPC code.
pub(crate) fn protocol(error: &dyn AgentError) -> Option<i32> {
    declaration(error)?.protocol_code()
}

/// Returns the definition of the innermost error's code.
fn declaration(error: &dyn AgentError) -> Option<&'static ErrorDef> {
    error.inner().map_or_else(|| error.def(), declaration)
}
