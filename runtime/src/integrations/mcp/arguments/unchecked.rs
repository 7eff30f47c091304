//! Without the feature `mcp-arguments`, only the Rust types of a tool check its arguments.

use super::Refusal;
use rmcp::model::{JsonObject, Tool};

/// A check that does nothing.
#[derive(Debug, Default)]
pub(in crate::integrations::mcp) struct Checks(());

impl Checks {
    /// Returns the arguments unchanged.
    #[allow(clippy::unused_self, reason = "the checks of the feature `mcp-arguments` have the same shape")]
    pub(in crate::integrations::mcp) fn check(
        &self,
        _: &Tool,
        arguments: Option<JsonObject>,
    ) -> (Option<JsonObject>, Result<(), Refusal>) {
        (arguments, Ok(()))
    }
}
