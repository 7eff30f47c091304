//! Without the feature `mcp-arguments` the Rust types of a tool are all that checks its arguments.

use super::Refusal;
use rmcp::model::{JsonObject, Tool};

/// Nothing to check with.
#[derive(Debug, Default)]
pub(in crate::integrations::mcp) struct Checks(());

impl Checks {
    /// Gives the arguments back as they are.
    #[allow(clippy::unused_self, reason = "the checks of the feature `mcp-arguments` have the same shape")]
    pub(in crate::integrations::mcp) fn check(
        &self,
        _: &Tool,
        arguments: Option<JsonObject>,
    ) -> (Option<JsonObject>, Result<(), Refusal>) {
        (arguments, Ok(()))
    }
}
