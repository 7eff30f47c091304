//! The arguments of a call, checked against the tool's input schema with the feature `mcp-arguments`.

#[cfg(feature = "mcp-arguments")]
mod alternatives;
#[cfg(feature = "mcp-arguments")]
mod check;
#[cfg(feature = "mcp-arguments")]
mod describe;
#[cfg(feature = "mcp-arguments")]
mod field;
#[cfg(feature = "mcp-arguments")]
mod ranges;
mod refused;
#[cfg(not(feature = "mcp-arguments"))]
mod unchecked;
#[cfg(feature = "mcp-arguments")]
mod whole;

#[cfg(feature = "mcp-arguments")]
pub(super) use check::Checks;
pub(super) use refused::{refused, secrets_in};
#[cfg(not(feature = "mcp-arguments"))]
pub(super) use unchecked::Checks;

use crate::error::coded::AgentError;
use serde_json::Value;

/// The invalid arguments of a call.
type Refusal = Box<dyn AgentError + Send>;

/// The JSON name of a value's type.
pub(super) const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
