//! Whether the advice of a code is proven.

/// The state of the proof of a code's advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// A test followed the advice.
    Proven {
        /// The name of the test, if it is known.
        test: Option<String>,
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// A test followed it, and the result made the original call unnecessary.
    Settled {
        /// The name of the test, if it is known.
        test: Option<String>,
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// No test can follow it.
    Exempt {
        /// Why not.
        reason: String,
    },
    /// No test has followed it as it is now.
    Unproven {
        /// Whether a test followed what it was before.
        changed: bool,
    },
}

impl Proof {
    /// The words for it in exports and lock files, the best first.
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
