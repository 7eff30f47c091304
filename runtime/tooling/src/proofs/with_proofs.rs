//! Adds proofs to a catalog.

use super::{Proof, ProofFile, ProofState, promises};
use crate::document::Document;

impl Document {
    /// Adds the content of a proofs file, as written by `agent_error_testing::Proofs`. Pages, exports, lock files and
    /// lints then include the state of each proof.
    ///
    /// ```
    /// # use agent_error::{AgentError, Catalog};
    /// use agent_error_tooling::{Document, FindingKind};
    ///
    /// /// Another program uses the store.
    /// #[derive(Debug, thiserror::Error, AgentError)]
    /// #[error("the store is busy")]
    /// #[code("STORE_BUSY", exit = 12, retry_after = "1s", docs = "https://example.com/STORE_BUSY")]
    /// struct Busy;
    ///
    /// let document: Document = Catalog::of::<Busy>().document().parse().unwrap();
    /// let lint = document.with_proofs("{}").unwrap().lint();
    /// assert!(lint.findings().any(|(_, finding)| finding.kind == FindingKind::UnprovenAdvice));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`serde_json::Error`] if the string isn't a valid proofs file.
    pub fn with_proofs(mut self, proofs: &str) -> Result<Self, serde_json::Error> {
        let file: ProofFile = proofs.parse()?;
        let proof = |standing: ProofState| match standing {
            ProofState::Proven { steps } => Proof::Proven { test: file.test.clone(), steps },
            ProofState::Settled { steps } => Proof::Settled { test: file.test.clone(), steps },
            ProofState::Exempt { reason } => Proof::Exempt { reason },
            ProofState::Stale { .. } => Proof::Unproven { changed: true },
            ProofState::Unproven { .. } | ProofState::Failed { .. } => Proof::Unproven { changed: false },
        };
        let promises = promises(&self).into_iter();
        self.set_proofs(promises.map(|promise| (promise.code.clone(), proof(file.standing(&promise)))).collect());
        Ok(self)
    }
}
