//! What a caller may not do, or not now.

use crate::tier::Tier;
use agent_error::{AgentError, exit};
use std::time::Duration;

/// Why the caller is refused. Nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, case = "snake", integrate(schemars))]
pub(crate) enum AccessError {
    /// The tier of the caller is too low for what was asked.
    #[error("the tier {tier} may not {operation}: it requires {required}")]
    #[code(
        "permission_denied",
        exit = exit::PERMISSION_DENIED,
        suggest = "If the owner of the knowledge base agrees, pass `--tier {required}`, to the command or to the server that `kb mcp` starts"
    )]
    Denied {
        /// What was asked, as in `remove entries`.
        operation: &'static str,
        /// The lowest tier that may do so.
        required: Tier,
        /// The tier of the caller.
        tier: Tier,
    },

    /// There were too many changes within a while, by all callers together.
    ///
    /// Reading is never limited. `kb limits` shows the limit.
    #[error("{current} changes within {window_s} s; the limit is {limit}")]
    #[code(
        "limit_exceeded",
        exit = exit::RATE_LIMITED,
        retry_after = wait,
        suggest = "Wait {wait_ms} ms, then repeat the call; many entries at once are one change for `kb import`"
    )]
    LimitExceeded {
        /// The most changes within the window.
        limit: u32,
        /// The changes within the window, without this one.
        current: u32,
        /// The length of the window, in seconds.
        window_s: u32,
        /// How long to wait, in milliseconds.
        wait_ms: u64,
        /// The same.
        #[context(skip)]
        wait: Duration,
    },
}
