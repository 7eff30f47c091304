//! Formats coverage as text, as a single line for CI, and as JSON.

use super::{Coverage, CoveredCode, ProofState};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

impl Coverage {
    fn count(&self, word: &str) -> usize {
        self.iter().filter(|code| code.standing.word() == word).count()
    }

    /// Summarizes the coverage in one line.
    pub fn line(&self) -> String {
        let all = self.codes.len();
        let codes = if all == 1 { "code" } else { "codes" };
        let words = ["proven", "settled", "exempt", "unproven"].into_iter();
        let rare = ["stale", "failed"].into_iter().filter(|word| self.count(word) > 0);
        let counts: Vec<String> = words.chain(rare).map(|word| format!("{} {word}", self.count(word))).collect();
        format!("proofs: {} % of {all} {codes} proven ({})", self.percent(), counts.join(", "))
    }
}

/// Formats the summary, followed by one or more lines per code.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line())?;
        self.iter().try_for_each(|code| write!(f, "\n{code}"))
    }
}

impl fmt::Display for CoveredCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8} {}", self.standing.word(), self.code)?;
        match &self.standing {
            ProofState::Proven { steps } | ProofState::Settled { steps } => return write!(f, ": {}", steps.join(", ")),
            ProofState::Exempt { reason } => return write!(f, ": {reason}"),
            ProofState::Unproven { .. } | ProofState::Stale { .. } | ProofState::Failed { .. }
                if self.place.is_empty() => {}
            ProofState::Unproven { .. } | ProofState::Stale { .. } | ProofState::Failed { .. } => {
                write!(f, " ({})", self.place)?;
            }
        }
        let text = match &self.standing {
            ProofState::Unproven { template } => template,
            ProofState::Stale { change } => change,
            ProofState::Failed { problem } => problem,
            ProofState::Proven { .. } | ProofState::Settled { .. } | ProofState::Exempt { .. } => return Ok(()),
        };
        text.lines().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl Serialize for Coverage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("percent", &self.percent())?;
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}

impl Serialize for CoveredCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("standing", self.standing.word())?;
        map.serialize_entry("place", &self.place)?;
        match &self.standing {
            ProofState::Proven { steps } | ProofState::Settled { steps } => map.serialize_entry("steps", steps)?,
            ProofState::Exempt { reason } => map.serialize_entry("reason", reason)?,
            ProofState::Unproven { template } if template.is_empty() => {}
            ProofState::Unproven { template } => map.serialize_entry("template", template)?,
            ProofState::Stale { change } => map.serialize_entry("change", change)?,
            ProofState::Failed { problem } => map.serialize_entry("problem", problem)?,
        }
        map.end()
    }
}
