//! Functions that the tests of the derive share.

use agent_error::definition::{Catalogued, ErrorDef};
use agent_error::{AgentError, Format, render};
use serde_json::Value;

/// Returns the `error` member of the error's envelope.
pub(crate) fn error_object(error: &dyn AgentError) -> Value {
    let mut envelope: Value = serde_json::from_str(&render(error, Format::Envelope)).unwrap();
    envelope["error"].take()
}

/// Returns the context in the error's envelope.
pub(crate) fn context(error: &dyn AgentError) -> Value {
    error_object(error)["context"].take()
}

/// Returns a type's declaration of a code.
pub(crate) fn def<E: Catalogued>(code: &str) -> &'static ErrorDef {
    E::TYPE.defs.iter().find(|def| def.code() == code).unwrap()
}
