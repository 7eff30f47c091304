//! Errors of the calls that `score` makes.

use agent_error::{AgentError, exit};

/// A call can't be scored.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "CALL")]
pub(crate) enum CallError {
    /// The call succeeded, so there is no error to score.
    ///
    /// Any effects of the call have taken place.
    #[error("`{call}` succeeded; only failing calls can be scored")]
    #[code(
        "CALL_SUCCEEDED",
        exit = 80,
        side_effects = complete,
        suggest = "Pass a call that fails before it changes anything: `agent-error score -- {program} --no-such-flag`"
    )]
    Succeeded {
        /// The command line, quoted for a shell.
        call: String,
        /// The program as given.
        program: String,
    },

    /// The call timed out and was killed.
    #[error("`{call}` did not exit within {timeout_ms} ms")]
    #[code(
        "CALL_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Pass a call that exits on its own, or increase `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        call: String,
        /// The time limit for each call, in milliseconds.
        timeout_ms: u64,
    },
}
