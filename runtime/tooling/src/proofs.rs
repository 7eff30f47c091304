//! The proven advice of a catalog: the advice that a test has executed, in a file beside the lock file.

mod attached;
mod file;
mod promise;
mod proof;
mod shown;

pub use file::{ProofEntry, ProofFile};
pub use promise::{Promise, promises};
pub(crate) use proof::Proof;

use crate::document::Document;
use std::fmt;

/// The proven part of a program's advice.
///
/// Every code with a fix, actions or retry facts promises that they help. `agent_error_testing::Proofs` executes these promises,
/// and keeps the result in a file.
///
/// ```
/// # use agent_error::{AgentError, Catalog};
/// use agent_error_tooling::{Coverage, Document};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("the store is busy")]
/// #[code("STORE_BUSY", exit = 12, retry_after = "1s")]
/// struct Busy;
///
/// let document: Document = Catalog::of::<Busy>().document().parse().unwrap();
/// let coverage = Coverage::of(&document, "{}").unwrap();
/// assert_eq!(coverage.line(), "proofs: 0 % of 1 code proven (0 proven, 0 settled, 0 exempt, 1 unproven)");
/// assert!(coverage.require(100).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    codes: Vec<CoveredCode>,
}

/// A code with a promise, and the state of its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoveredCode {
    /// The code.
    pub code: String,
    /// The Rust types and variants that declare it, with file and line if a test found them.
    pub place: String,
    /// Whether its advice is proven.
    pub standing: Standing,
}

/// The state of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing {
    /// A test followed the advice, and the original call succeeded.
    Proven {
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// A test followed the advice, and the result made the original call unnecessary.
    Settled {
        /// The steps after the failure, in order.
        steps: Vec<String>,
    },
    /// It cannot be proven in a test.
    Exempt {
        /// The reason.
        reason: String,
    },
    /// No test has proven it.
    Unproven {
        /// The missing proof as Rust; empty if only the file is known.
        template: String,
    },
    /// It was proven or exempt, but the advice has changed since.
    Stale {
        /// What has changed.
        change: String,
    },
    /// A test followed the advice, which did not help.
    Failed {
        /// What was expected, and what was found.
        problem: String,
    },
}

impl CoveredCode {
    /// The state of a code's proof. `place` is where the code is declared.
    pub fn new(code: impl Into<String>, place: impl Into<String>, standing: Standing) -> Self {
        Self { code: code.into(), place: place.into(), standing }
    }
}

impl Standing {
    /// Whether nothing is left to do.
    pub fn is_covered(&self) -> bool {
        matches!(self, Self::Proven { .. } | Self::Settled { .. } | Self::Exempt { .. })
    }

    /// The word in files and reports: `proven`, `settled`, `exempt`, `unproven`, `stale` or `failed`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proven { .. } => "proven",
            Self::Settled { .. } => "settled",
            Self::Exempt { .. } => "exempt",
            Self::Unproven { .. } => "unproven",
            Self::Stale { .. } => "stale",
            Self::Failed { .. } => "failed",
        }
    }
}

impl Coverage {
    /// The coverage of a catalog by the text of a file of proofs.
    ///
    /// # Errors
    ///
    /// [`serde_json::Error`] if the text is not such a file.
    pub fn of(catalog: &Document, proofs: &str) -> Result<Self, serde_json::Error> {
        let file: ProofFile = proofs.parse()?;
        let standing = |promise: Promise| {
            let standing = file.standing(&promise);
            CoveredCode { code: promise.code, place: promise.declared_by.join(", "), standing }
        };
        Ok(Self::new(promises(catalog).into_iter().map(standing).collect()))
    }

    /// The coverage of these codes.
    pub fn new(codes: Vec<CoveredCode>) -> Self {
        Self { codes }
    }

    /// Each code with a promise, sorted.
    pub fn iter(&self) -> std::slice::Iter<'_, CoveredCode> {
        self.codes.iter()
    }

    /// The percentage of the codes that are proven, rounded down; 100 if no code has a promise. Settled and exempt codes don't
    /// count as proven.
    pub fn percent(&self) -> u8 {
        let proven = self.iter().filter(|code| matches!(code.standing, Standing::Proven { .. })).count();
        match self.codes.len() {
            0 => 100,
            all => u8::try_from(proven * 100 / all).unwrap_or(100),
        }
    }

    /// Checks that each code is proven, settled or exempt.
    ///
    /// # Errors
    ///
    /// [`CoverageError`], which lists what is missing.
    pub fn require_all(&self) -> Result<(), CoverageError> {
        match self.iter().all(|code| code.standing.is_covered()) {
            true => Ok(()),
            false => Err(CoverageError { coverage: self.clone(), required: None }),
        }
    }

    /// Checks that this percentage of the codes is proven, and that no proof is false or stale.
    ///
    /// # Errors
    ///
    /// [`CoverageError`], which lists what is missing.
    pub fn require(&self, percent: u8) -> Result<(), CoverageError> {
        let is_wrong = |code: &CoveredCode| matches!(code.standing, Standing::Failed { .. } | Standing::Stale { .. });
        match self.percent() >= percent && !self.iter().any(is_wrong) {
            true => Ok(()),
            false => Err(CoverageError { coverage: self.clone(), required: Some(percent) }),
        }
    }
}

impl<'a> IntoIterator for &'a Coverage {
    type Item = &'a CoveredCode;
    type IntoIter = std::slice::Iter<'a, CoveredCode>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Advice that is unproven, stale or false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageError {
    coverage: Coverage,
    /// The required percentage; `None` if each code must be covered.
    required: Option<u8>,
}

impl CoverageError {
    /// All codes with promises.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.required {
            Some(percent) => writeln!(f, "{}; {percent} % must be proven", self.coverage.line())?,
            None => writeln!(f, "{}; each code must be proven, settled or exempt", self.coverage.line())?,
        }
        // If nothing is left to cover, the percentage is too low because of these.
        let is_covered = |code: &&CoveredCode| code.standing.is_covered();
        let is_proven = |code: &&CoveredCode| matches!(code.standing, Standing::Proven { .. });
        let all_covered = self.coverage.iter().all(|code| code.standing.is_covered());
        let mut missing =
            self.coverage.iter().filter(|code| if all_covered { !is_proven(code) } else { !is_covered(code) });
        missing.try_for_each(|code| write!(f, "\n{code}"))
    }
}

impl std::error::Error for CoverageError {}
