//! A classification rule: the code that it assigns, and the errors that it matches.

use agent_error_rules::phrase::{Phrase, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The path of the type whose errors `io` rules match, too.
const IO_ERROR: &str = "std::io::Error";

/// A kind of I/O error that no rule names.
const OTHER_KIND: &str = "..";

/// A classification rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Rule {
    /// The code that the rule assigns.
    pub(super) code: String,
    pub(super) condition: Condition,
}

/// What a rule matches. Also used for something that an error says about itself, in the notation of
/// the rule that matches only it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    /// The keyword in `classify(...)`, such as `io`.
    kind: String,
    /// The argument of the keyword. Empty if it has none.
    value: String,
}

/// Formats the rule as a line of a lock file, such as `NOT_FOUND: status 404`.
impl From<Rule> for String {
    fn from(rule: Rule) -> Self {
        format!("{}: {}", rule.code, rule.condition)
    }
}

impl TryFrom<String> for Rule {
    type Error = String;

    fn try_from(line: String) -> Result<Self, String> {
        let Some((code, condition)) = line.split_once(": ") else {
            return Err(format!("`{line}` is not a rule such as `CODE: status 404`"));
        };
        let (kind, value) = condition.split_once(' ').unwrap_or((condition, ""));
        Ok(Self {
            code: code.to_owned(),
            condition: Condition::new(kind, value),
        })
    }
}

impl Condition {
    pub(super) fn new(kind: &str, value: impl Into<String>) -> Self {
        Self {
            kind: kind.to_owned(),
            value: value.into(),
        }
    }

    /// Returns what the rule distinguishes. For a range of statuses, returns its first one and the first
    /// one after it, because other rules may treat that one differently.
    pub(super) fn evidence(&self) -> Vec<Self> {
        if self.kind == "status"
            && let Some(range) = self.statuses()
        {
            let mut evidence = vec![Self::new("status", range.start().to_string())];
            if let Some(first_after) = range.end().checked_add(1) {
                evidence.push(Self::new("status", first_after.to_string()));
            }
            evidence
        } else if self.kind == "type" && self.value == IO_ERROR {
            vec![Self::new("io", OTHER_KIND)]
        } else {
            vec![self.clone()]
        }
    }

    pub(super) fn matches(&self, evidence: &Self) -> bool {
        if self.kind == "fallback" {
            return true;
        }
        if evidence.kind == "io" && self.is_for_io_errors() {
            return true;
        }
        if self.kind != evidence.kind {
            return false;
        }
        match self.kind.as_str() {
            "status" => self.accepts_status(&evidence.value),
            "message" => Words::of(&evidence.value).contain(&Phrase::of(&self.value)),
            _ => self.value == evidence.value,
        }
    }

    /// Whether the rule matches I/O errors of any kind.
    fn is_for_io_errors(&self) -> bool {
        match self.kind.as_str() {
            "io" => self.value == "..",
            "type" => self.value == IO_ERROR,
            _ => false,
        }
    }

    fn accepts_status(&self, status: &str) -> bool {
        match (status.parse(), self.statuses()) {
            (Ok(status), Some(range)) => range.contains(&status),
            _ => false,
        }
    }

    /// Returns the statuses that a `status` rule matches.
    fn statuses(&self) -> Option<RangeInclusive<u16>> {
        if self.value == ".." {
            return Some(0..=u16::MAX);
        }
        match self.value.split_once("..=") {
            Some((first, last)) => {
                let first = first.parse().ok()?;
                let last = last.parse().ok()?;
                Some(first..=last)
            }
            None => {
                let only = self.value.parse().ok()?;
                Some(only..=only)
            }
        }
    }

    /// Whether the rule matches an error's type or data. The outermost error that matches such a
    /// rule wins. All other rules apply to the whole chain.
    pub(super) fn is_for_data(&self) -> bool {
        !["message", "fallback"].contains(&self.kind.as_str())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if !self.value.is_empty() {
            write!(f, " {}", self.value)?;
        }
        Ok(())
    }
}
