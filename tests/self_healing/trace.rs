//! The decisions of the agent, one per line.

use serde_json::Value;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// A call for the goal of the agent.
    Call(String),
    /// A failure, by its code.
    Failed(String),
    /// A pause, and whether the failure stated it.
    Waited {
        ms: u64,
        was_stated: bool,
    },
    /// A command that the failure offered.
    Fixed(String),
    /// An action that the failure named.
    Asked(String),
    /// An argument that an answer showed to be wrong or outdated.
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
    /// The failure offers nothing.
    Permanent,
    /// The wait is longer than the agent's patience.
    TooLong {
        ms: u64,
    },
    /// The fix failed.
    FixFailed,
    /// The fix was run before.
    FixInVain,
    /// The call might affect the wrong thing and cannot be undone.
    TooDangerous,
    /// The answers of the actions do not change the call.
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
