//! Errors of the library and of the program.

#![allow(
    unreachable_pub,
    reason = "the library exports the module, and the program doesn't"
)]

use agent_error::AgentError;

/// The item is missing.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("no item {id}")]
#[code("ITEM_NOT_FOUND", exit = 5)]
pub struct NoItem {
    /// The requested item.
    pub id: u32,
}
