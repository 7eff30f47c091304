//! Errors of the calls that `score` makes.

use agent_error::{AgentError, exit};

/// A call has nothing to score.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "CALL")]
pub(crate) enum CallError {
    /// The call succeeded instead of failing with an error to score.
    ///
    /// Whatever the call does has been done.
    #[error("the call `{call}` succeeded; only a failure can be scored")]
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

    /// The call did not end in time and was killed.
    #[error("the call `{call}` did not end within {timeout_ms} ms")]
    #[code(
        "CALL_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Pass a call that ends by itself, or allow more time with `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        call: String,
        /// The time limit of one call, in milliseconds.
        timeout_ms: u64,
    },
}
