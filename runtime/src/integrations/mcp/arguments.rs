//! The arguments of a call: whether the tool's input schema allows them.

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
mod shown;
mod unknown;
#[cfg(feature = "mcp-arguments")]
mod whole;

pub(super) use refused::{refused, secrets_in};
pub(super) use shown::shown;
pub(super) use unknown::unknown_arguments;

use crate::error::coded::AgentError;
use crate::ready::InvalidFields;
#[cfg(feature = "mcp-arguments")]
use check::Checks;
use rmcp::model::{JsonObject, Tool};
use serde_json::Value;
#[cfg(feature = "mcp-arguments")]
use std::sync::Arc;

/// The invalid arguments of a call.
pub(super) type Refusal = Box<dyn AgentError + Send>;

/// When a [`Server`](super::Server) checks arguments against the tool's input schema.
#[cfg(feature = "mcp-arguments")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentChecks {
    /// Never. If a tool rejects its arguments, the error contains the tool's own reason.
    #[default]
    Off,
    /// After the tool has rejected the arguments. The error lists each field that violates the schema. If none does, the
    /// error contains the tool's own reason.
    ///
    /// Calls that the tool accepts are never rejected, even if their arguments violate the schema.
    Explain,
    /// Before the call. The tool only gets arguments that match its schema. Numbers such as `5.0` are passed to the tool
    /// as integers where the schema requires an integer.
    ///
    /// A tool may accept more than its schema describes, such as `null` for a field with `#[serde(default)]`. Such calls
    /// are rejected.
    Strict,
}

/// The settings for arguments.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub(super) rejects_unknown: bool,
    #[cfg(feature = "mcp-arguments")]
    pub(super) checks: ArgumentChecks,
    #[cfg(feature = "mcp-arguments")]
    compiled: Arc<Checks>,
}

impl Arguments {
    /// Checks the arguments before the call, and converts them to the form that the tool gets.
    ///
    /// # Errors
    ///
    /// If the arguments are invalid.
    pub(super) fn admit(&self, tool: &Tool, arguments: &mut Option<JsonObject>) -> Result<(), Refusal> {
        #[cfg(feature = "mcp-arguments")]
        if self.checks == ArgumentChecks::Strict {
            return self.compiled.check(tool, arguments, self.rejects_unknown);
        }
        let unknown = match arguments {
            Some(arguments) if self.rejects_unknown => unknown_arguments(&tool.input_schema, arguments),
            _ => Vec::new(),
        };
        if unknown.is_empty() {
            return Ok(());
        }
        Err(Box::new(InvalidFields { action: tool.name.to_string(), fields: unknown }))
    }

    /// A copy of the arguments, if [`explained`](Self::explained) needs them after the call.
    #[cfg_attr(
        not(feature = "mcp-arguments"),
        allow(clippy::unused_self, reason = "without the feature, nothing is explained")
    )]
    pub(super) fn kept(&self, arguments: Option<&JsonObject>) -> Option<JsonObject> {
        #[cfg(feature = "mcp-arguments")]
        if self.checks == ArgumentChecks::Explain {
            return Some(arguments.cloned().unwrap_or_default());
        }
        let _ = arguments;
        None
    }

    /// The violations of the schema by arguments that the tool has rejected.
    #[cfg_attr(
        not(feature = "mcp-arguments"),
        allow(clippy::unused_self, reason = "without the feature, nothing is explained")
    )]
    pub(super) fn explained(&self, tool: Option<&Tool>, kept: Option<JsonObject>) -> Option<Refusal> {
        #[cfg(feature = "mcp-arguments")]
        return self.compiled.check(tool?, &mut Some(kept?), false).err();
        #[cfg(not(feature = "mcp-arguments"))]
        tool.zip(kept).and(None)
    }
}

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
