//! Checks arguments against a tool's input schema.

#[cfg(feature = "arguments")]
mod alternatives;
#[cfg(feature = "arguments")]
mod check;
#[cfg(feature = "arguments")]
mod field;
#[cfg(feature = "arguments")]
mod schema;
mod shown;
mod unknown;

pub(crate) use shown::{json_type, refused, secrets_in, shown};
pub(crate) use unknown::unknown_arguments;

use crate::invalid_call::InvalidCall;
#[cfg(feature = "arguments")]
use check::Checks;
use rmcp::model::{JsonObject, Tool};
#[cfg(feature = "arguments")]
use std::sync::Arc;

/// When a [`Server`](crate::Server) validates arguments against the tool's input schema.
///
/// ```
/// use agent_error_mcp::{ArgumentChecks, Server};
/// use rmcp::ServerHandler;
///
/// fn server<S: ServerHandler>(handler: S) -> Server<S> {
///     Server::new(handler).arguments(ArgumentChecks::Explain)
/// }
/// ```
#[cfg(feature = "arguments")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentChecks {
    /// Never validates arguments. If a tool rejects its arguments, the error contains the tool's
    /// own reason.
    #[default]
    Off,
    /// Validates arguments only after the tool has rejected them. The error lists each field that
    /// violates the schema. If the arguments match the schema, the error contains the tool's own
    /// reason.
    ///
    /// A call that the tool accepts always succeeds, even if its arguments violate the schema.
    Explain,
    /// Validates arguments before calling the tool.
    ///
    /// Also rejects arguments that the tool would accept but that its schema doesn't allow, such as
    /// `null` for a field with `#[serde(default)]`.
    Strict,
}

/// Settings for argument checks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) rejects_unknown: bool,
    #[cfg(feature = "arguments")]
    pub(crate) checks: ArgumentChecks,
    #[cfg(feature = "arguments")]
    compiled: Arc<Checks>,
}

impl Arguments {
    /// Checks the arguments before the call.
    ///
    /// # Errors
    ///
    /// Returns an error if the arguments are invalid.
    pub(crate) fn admit(
        &self,
        tool: &Tool,
        arguments: Option<&JsonObject>,
    ) -> Result<(), InvalidCall> {
        #[cfg(feature = "arguments")]
        if self.checks == ArgumentChecks::Strict {
            return self.compiled.check(
                tool,
                arguments.cloned().unwrap_or_default(),
                self.rejects_unknown,
            );
        }
        let mut unknown = Vec::new();
        if let Some(arguments) = arguments
            && self.rejects_unknown
        {
            unknown = unknown_arguments(&tool.input_schema, arguments);
        }
        InvalidCall::reject_if_any(&tool.name, unknown)
    }

    /// Returns a copy of the arguments if [`explained`](Self::explained) may need them.
    #[cfg_attr(
        not(feature = "arguments"),
        allow(clippy::unused_self, reason = "only used with the feature")
    )]
    pub(crate) fn kept(&self, arguments: Option<&JsonObject>) -> Option<JsonObject> {
        #[cfg(feature = "arguments")]
        if self.checks == ArgumentChecks::Explain {
            return Some(arguments.cloned().unwrap_or_default());
        }
        let _ = arguments;
        None
    }

    /// Validates arguments that the tool has rejected. Returns the schema violations.
    #[cfg_attr(
        not(feature = "arguments"),
        allow(clippy::unused_self, reason = "only used with the feature")
    )]
    pub(crate) fn explained(
        &self,
        tool: Option<&Tool>,
        kept: Option<JsonObject>,
    ) -> Option<InvalidCall> {
        #[cfg(feature = "arguments")]
        return self.compiled.check(tool?, kept?, false).err();
        #[cfg(not(feature = "arguments"))]
        {
            let _ = (tool, kept);
            None
        }
    }
}
