//! Lints the catalogs of several programs together.

use super::FleetError;
use agent_error::format::Terminal;
use agent_error_tooling::{Document, FleetFinding};
use serde::Serialize;
use std::collections::HashMap;

/// The findings about codes that several programs declare.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct FleetLint(Vec<FleetFinding>);

impl FleetLint {
    /// Lints the documents together. `sources` describes the source of each document, for error messages.
    ///
    /// # Errors
    ///
    /// Returns [`FleetError::DuplicateProgram`] if two documents have the same program name.
    pub(crate) fn new(documents: &[Document], sources: &[String]) -> Result<Self, FleetError> {
        let mut known: HashMap<&str, &str> = HashMap::new();
        for (document, source) in documents.iter().zip(sources) {
            if let Some(first) = known.insert(document.program(), source) {
                let (program, first) = (document.program().to_owned(), first.to_owned());
                return Err(FleetError::DuplicateProgram { program, first, second: source.clone() });
            }
        }
        Ok(Self(Document::lint_fleet(documents)))
    }

    /// Returns the findings, formatted as `CODE: finding`.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|finding| format!("{}: {}", finding.code, finding.text))
    }

    /// Formats the findings as a table for people.
    pub(crate) fn text(&self, terminal: Terminal) -> String {
        if self.0.is_empty() {
            return "Codes of several programs: no findings.\n".to_owned();
        }
        let rows = self.0.iter().map(|finding| vec![finding.code.clone(), finding.text.clone()]);
        let table = agent_error::catalog::table(&["CODE", "FINDING"], rows.collect(), terminal);
        let count = match self.0.len() {
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        format!("{table}\nCodes of several programs: {count}.\n")
    }
}
