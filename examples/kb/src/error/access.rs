//! Errors of callers without permission, or over the rate limit.

use crate::tier::Tier;
use agent_error::{AgentError, exit};
use std::time::Duration;

/// Errors of callers without permission, or over the rate limit. Nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, integrate(schemars))]
pub(crate) enum AccessError {
    /// The caller's tier is too low for the operation.
    #[error("the tier {tier} cannot {operation}; the tier {required} is required")]
    #[code(
        "permission_denied",
        exit = exit::PERMISSION_DENIED,
        suggest = "If the owner of the knowledge base agrees, pass `--tier {required}` to the command, or to `kb mcp` when you start the server"
    )]
    Denied {
        /// The operation, such as `remove entries`.
        operation: &'static str,
        /// The lowest tier that can perform the operation.
        required: Tier,
        /// The caller's tier.
        tier: Tier,
    },

    /// The rate limit for changes is exceeded. It applies to all callers combined.
    ///
    /// Reading is never limited. To show the limit, run `kb limits`.
    #[error("rate limit exceeded: {current} changes within {window_s} s, but the limit is {limit}")]
    #[code(
        "limit_exceeded",
        exit = exit::RATE_LIMITED,
        retry_after = wait,
        suggest = "Wait {wait_ms} ms, then try again; to add many entries as a single change, use `kb import`"
    )]
    LimitExceeded {
        /// The maximum number of changes per window.
        limit: u32,
        /// The number of changes in the current window, excluding this one.
        current: u32,
        /// The length of the window, in seconds.
        window_s: u32,
        /// How long to wait, in milliseconds.
        wait_ms: u64,
        /// How long to wait.
        #[context(skip)]
        wait: Duration,
    },
}
