//! Declares codes that use everything a page can show.

use agent_error::classify::Found;
use agent_error::{AgentError, exit};
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(
    docs = "https://tool.example.com/errors/{code}",
    retired("PAGE_OLD" = "use <PAGE_LOCKED>", "PAGE_OLDER"),
    unregistered
)]
#[allow(dead_code, reason = "only their declarations matter")]
pub(crate) enum PageError {
    /// The *lock* is held by `other`.
    ///
    /// # Examples
    ///
    /// 1. Two programs write at once, see [`Self::Gone`].
    /// 2. One <b>died</b>:
    ///
    /// | before | after |
    /// |---|---|
    /// | `a` | **b** |
    #[error("{path} is locked by {owner:?}")]
    #[code(
        "PAGE_LOCKED",
        exit = exit::UNAVAILABLE,
        retry_after = wait,
        retry = exponential,
        detail = "held since {since}",
        suggest = "Wait, then repeat; `tool locks` shows <all> locks",
        fix_required = "the other program has ended",
        actions("locks.list", "locks.get"),
        severity = critical,
        status = 423,
        classify(io(WouldBlock), message("is | locked"), with = Self::locked)
    )]
    Locked {
        /// The file, as `a|b` or c|d.
        path: String,
        /// Who holds it.
        owner: String,
        /// For how long.
        since: u64,
        #[context(secret)]
        token: String,
        #[context(skip)]
        wait: Duration,
    },

    /// The page is gone.
    #[error("gone")]
    #[code("PAGE_GONE", exit = exit::NOT_FOUND, fix = "tool pages --restore={page}")]
    #[deprecated = "use PAGE_LOCKED"]
    Gone { page: String },

    /// Part of it was written.
    #[error("half")]
    #[code("PAGE_HALF", exit = exit::PARTIAL_FAILURE, side_effects = partial)]
    Half,
}

impl PageError {
    fn locked(_: Found) -> Self {
        let (path, owner, token) = (String::new(), String::new(), String::new());
        Self::Locked { path, owner, since: 0, token, wait: Duration::ZERO }
    }
}
