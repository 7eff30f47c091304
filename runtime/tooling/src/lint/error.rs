//! The error for catalogs with findings.

use agent_error::{AgentError, exit};
use std::fmt;

/// The catalog has lint findings.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(unregistered)]
#[code(
    "CATALOG_LINT_FAILED",
    exit = exit::GENERAL_ERROR,
    suggest = "Correct what the findings name; `agent-error lint` without `--strict` only lists them",
    detail = "{report}",
    shared
)]
pub struct LintError {
    /// The score of the catalog: 0 to 3.
    pub score: u8,
    /// The findings, as `CODE: finding`.
    pub findings: Vec<String>,
    /// The findings, one per line.
    #[context(skip)]
    report: String,
}

impl LintError {
    /// Creates an error from the findings.
    pub fn new(score: u8, findings: Vec<String>) -> Self {
        Self { score, report: findings.join("\n"), findings }
    }
}

impl fmt::Display for LintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.findings.len() {
            1 => f.write_str("the error catalog has 1 finding"),
            findings => write!(f, "the error catalog has {findings} findings"),
        }
    }
}

impl std::error::Error for LintError {}
