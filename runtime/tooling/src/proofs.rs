//! Proof coverage: how much of a catalog's advice has been tested. The results are stored next to the lock file.

mod display;
mod file;
mod promise;
mod proof;
mod with_proofs;

pub use file::{ProofEntry, ProofFile};
pub use promise::{Promise, promises};
pub(crate) use proof::Proof;

use crate::document::Document;
use std::fmt;

/// How much of a program's advice is proven.
///
/// A code with a fix, actions or retry facts promises that this advice helps. `agent_error_testing::Proofs` tests these
/// promises by following the advice, and writes the results to a file.
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

/// A code that makes a promise, and the state of its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoveredCode {
    /// The code.
    pub code: String,
    /// The paths of the Rust types and variants that declare the code. Includes the file and line if a test found them.
    pub place: String,
    /// The state of the proof.
    pub standing: ProofState,
}

/// The state of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofState {
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
    /// The advice can't be tested.
    Exempt {
        /// Why the advice can't be tested.
        reason: String,
    },
    /// No test has followed the advice.
    Unproven {
        /// A Rust template for the missing proof. Empty if the coverage was read from a file.
        template: String,
    },
    /// The advice was proven or exempt, but has changed since.
    Stale {
        /// Describes the change.
        change: String,
    },
    /// A test followed the advice, but it didn't help.
    Failed {
        /// The expected and the actual result.
        problem: String,
    },
}

impl CoveredCode {
    /// Creates an entry for a code. `place` describes where the code is declared.
    pub fn new(code: impl Into<String>, place: impl Into<String>, standing: ProofState) -> Self {
        Self { code: code.into(), place: place.into(), standing }
    }
}

impl ProofState {
    /// Whether the advice is proven, settled or exempt.
    pub fn is_covered(&self) -> bool {
        matches!(self, Self::Proven { .. } | Self::Settled { .. } | Self::Exempt { .. })
    }

    /// Returns the name of the state in files and reports: `proven`, `settled`, `exempt`, `unproven`, `stale` or
    /// `failed`.
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
    /// Calculates the coverage of a catalog. `proofs` is the content of a proofs file.
    ///
    /// # Errors
    ///
    /// Returns [`serde_json::Error`] if `proofs` isn't a valid proofs file.
    pub fn of(catalog: &Document, proofs: &str) -> Result<Self, serde_json::Error> {
        let file: ProofFile = proofs.parse()?;
        let standing = |promise: Promise| {
            let standing = file.standing(&promise);
            CoveredCode { code: promise.code, place: promise.declared_by.join(", "), standing }
        };
        Ok(Self::new(promises(catalog).into_iter().map(standing).collect()))
    }

    /// Creates a report about these codes.
    pub fn new(codes: Vec<CoveredCode>) -> Self {
        Self { codes }
    }

    /// Returns the state of each code that makes a promise.
    pub fn iter(&self) -> std::slice::Iter<'_, CoveredCode> {
        self.codes.iter()
    }

    /// Returns the percentage of proven codes, rounded down. Settled and exempt codes don't count as proven. If no code
    /// makes a promise, returns 100.
    pub fn percent(&self) -> u8 {
        let proven = self.iter().filter(|code| matches!(code.standing, ProofState::Proven { .. })).count();
        match self.codes.len() {
            0 => 100,
            all => u8::try_from(proven * 100 / all).unwrap_or(100),
        }
    }

    /// Checks that every code is proven, settled or exempt.
    ///
    /// # Errors
    ///
    /// Returns [`CoverageError`], which lists the uncovered codes.
    pub fn require_all(&self) -> Result<(), CoverageError> {
        match self.iter().all(|code| code.standing.is_covered()) {
            true => Ok(()),
            false => Err(CoverageError { coverage: self.clone(), required: None }),
        }
    }

    /// Checks that at least `percent` of the codes are proven, and that no proof is failed or stale.
    ///
    /// # Errors
    ///
    /// Returns [`CoverageError`], which lists the uncovered codes.
    pub fn require(&self, percent: u8) -> Result<(), CoverageError> {
        let is_wrong =
            |code: &CoveredCode| matches!(code.standing, ProofState::Failed { .. } | ProofState::Stale { .. });
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

/// Proof coverage that doesn't meet the requirements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageError {
    coverage: Coverage,
    /// The required percentage. `None` if every code must be covered.
    required: Option<u8>,
}

impl CoverageError {
    /// Returns the state of all codes that make promises.
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
        // If all codes are covered, the percentage is too low because of settled and exempt codes, so list these.
        let is_covered = |code: &&CoveredCode| code.standing.is_covered();
        let is_proven = |code: &&CoveredCode| matches!(code.standing, ProofState::Proven { .. });
        let all_covered = self.coverage.iter().all(|code| code.standing.is_covered());
        let mut missing =
            self.coverage.iter().filter(|code| if all_covered { !is_proven(code) } else { !is_covered(code) });
        missing.try_for_each(|code| write!(f, "\n{code}"))
    }
}

impl std::error::Error for CoverageError {}
