//! What the declaration of an error's code states.

use agent_error::AgentError;
use agent_error::definition::ErrorDef;

/// The actions. Actions in a field of the error are chosen for the caller.
pub(crate) fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    declaration(error).map_or(&[], ErrorDef::actions)
}

/// The JSON-RPC code.
pub(crate) fn protocol(error: &dyn AgentError) -> Option<i32> {
    declaration(error)?.protocol_code()
}

/// The declaration of the code of the innermost error.
fn declaration(error: &dyn AgentError) -> Option<&'static ErrorDef> {
    error.inner().map_or_else(|| error.def(), declaration)
}
