//! Looks up the declaration of an error's code.

use agent_error::AgentError;
use agent_error::definition::ErrorDef;

/// Returns the actions that the code declares, without the actions in the error's fields.
pub(crate) fn declared_actions(error: &dyn AgentError) -> &'static [&'static str] {
    declaration(error).map_or(&[], ErrorDef::actions)
}

/// Returns the JSON-RPC code that the error's code declares.
pub(crate) fn protocol(error: &dyn AgentError) -> Option<i32> {
    declaration(error)?.protocol_code()
}

/// Returns the definition of the innermost error's code.
fn declaration(error: &dyn AgentError) -> Option<&'static ErrorDef> {
    error.inner().map_or_else(|| error.def(), declaration)
}
