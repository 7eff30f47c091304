//! The state of a proof.

/// The state of the proof of a code's advice, as shown in exports and lock files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// A test followed the advice, and the original call succeeded.
    Proven {
        /// The name of the test, if known.
        test: Option<String>,
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// A test followed the advice, and the result made the original call unnecessary.
    Settled {
        /// The name of the test, if known.
        test: Option<String>,
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// The advice can't be tested.
    Exempt {
        /// Why the advice can't be tested.
        reason: String,
    },
    /// No test has followed the current advice.
    Unproven {
        /// Whether a test followed an earlier version of the advice.
        changed: bool,
    },
}

impl Proof {
    /// The names of the states in exports and lock files, best first.
    pub(crate) const WORDS: &[&str] = &["proven", "settled", "exempt", "unproven"];

    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Proven { .. } => Self::WORDS[0],
            Self::Settled { .. } => Self::WORDS[1],
            Self::Exempt { .. } => Self::WORDS[2],
            Self::Unproven { .. } => Self::WORDS[3],
        }
    }
}
