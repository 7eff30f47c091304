//! The decisions of the agent, formatted one per line.

use serde_json::Value;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// A call to reach the agent's goal.
    Call(String),
    /// A failure with this code.
    Failed(String),
    /// A wait, and whether the failure specified it.
    Waited {
        ms: u64,
        was_stated: bool,
    },
    /// The fix of a failure.
    Fixed(String),
    /// An action of a failure.
    Asked(String),
    /// An argument whose value was wrong or outdated, according to a result.
    Changed {
        argument: String,
        from: Value,
        to: Value,
    },
    Done,
    GaveUp(GaveUp),
}

/// Why the agent stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GaveUp {
    /// The failure is permanent and has neither a fix nor actions.
    Permanent,
    /// The wait is longer than the agent's patience.
    TooLong {
        ms: u64,
    },
    /// The fix failed.
    FixFailed,
    /// The fix was already run and didn't help.
    FixInVain,
    /// The call might destroy the wrong thing.
    TooDangerous,
    /// The results of the actions don't change the call.
    NothingNew,
    OutOfSteps,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(call) => write!(f, "call     {call}"),
            Self::Failed(code) => write!(f, "failed   {code}"),
            Self::Waited { ms, was_stated: true } => write!(f, "waited   {ms} ms"),
            Self::Waited { ms, was_stated: false } => write!(f, "waited   {ms} ms, which no error stated"),
            Self::Fixed(command) => write!(f, "fix      {command}"),
            Self::Asked(call) => write!(f, "asked    {call}"),
            Self::Changed { argument, from, to } => write!(f, "changed  {argument}: {from} -> {to}"),
            Self::Done => f.write_str("done"),
            Self::GaveUp(reason) => write!(f, "gave up  {reason}"),
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permanent => f.write_str("nothing is offered"),
            Self::TooLong { ms } => write!(f, "{ms} ms are too long"),
            Self::FixFailed => f.write_str("the fix failed"),
            Self::FixInVain => f.write_str("the fix did not help"),
            Self::TooDangerous => f.write_str("nothing is destroyed on a guess"),
            Self::NothingNew => f.write_str("nothing new was learned"),
            Self::OutOfSteps => f.write_str("the budget is spent"),
        }
    }
}
