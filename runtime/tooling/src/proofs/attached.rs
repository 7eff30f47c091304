//! A catalog with the state of its proofs.

use super::{Proof, ProofFile, Standing, promises};
use crate::document::Document;

impl Document {
    /// Adds a file of `agent_error_testing::Proofs`: pages, exports, lock files and the lint then show the state of each code with
    /// a fix, actions or retry facts.
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
    /// [`serde_json::Error`] if the text is not such a file.
    pub fn with_proofs(mut self, proofs: &str) -> Result<Self, serde_json::Error> {
        let file: ProofFile = proofs.parse()?;
        let proof = |standing: Standing| match standing {
            Standing::Proven { steps } => Proof::Proven { test: file.test.clone(), steps },
            Standing::Settled { steps } => Proof::Settled { test: file.test.clone(), steps },
            Standing::Exempt { reason } => Proof::Exempt { reason },
            Standing::Stale { .. } => Proof::Unproven { changed: true },
            Standing::Unproven { .. } | Standing::Failed { .. } => Proof::Unproven { changed: false },
        };
        let promises = promises(&self).into_iter();
        self.set_proofs(promises.map(|promise| (promise.code.clone(), proof(file.standing(&promise)))).collect());
        Ok(self)
    }
}
