//! The circuit breaker, which disables tools that fail repeatedly.

use crate::error::ToolError;
use crate::tool::Tool;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The consecutive errors of each tool.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Breaker(BTreeMap<Tool, Streak>);

/// Consecutive errors of a tool.
#[derive(Debug, Serialize, Deserialize)]
struct Streak {
    errors: u32,
    last: String,
}

impl Breaker {
    /// Returns an error if the tool has failed `limit` times in a row.
    pub(crate) fn admit(&self, tool: Tool, limit: u32) -> Result<(), ToolError> {
        match self.0.get(&tool) {
            Some(streak) if streak.errors >= limit => {
                Err(ToolError::ToolDisabled { tool, errors: streak.errors, last: streak.last.clone() })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn succeeded(&mut self, tool: Tool) {
        self.0.remove(&tool);
    }

    pub(crate) fn failed(&mut self, tool: Tool, code: &str) {
        let streak = self.0.entry(tool).or_insert(Streak { errors: 0, last: String::new() });
        streak.errors += 1;
        code.clone_into(&mut streak.last);
    }

    /// Enables all tools.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
