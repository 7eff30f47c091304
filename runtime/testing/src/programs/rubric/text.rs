//! Formats a score for people.

use super::Score;
use std::fmt;

/// Formats the score, all conditions, the next steps and the notes.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of 3 points", self.points)?;
        for reason in &self.reasons {
            let mark = if reason.holds { "yes" } else { "NO " };
            write!(f, "\n  {}  {mark}  {}: {}", reason.level, reason.condition.what(), reason.found)?;
        }
        if !self.next.is_empty() {
            write!(f, "\nTo reach {}:", self.points + 1)?;
            self.next.iter().try_for_each(|step| write!(f, "\n  - {step}"))?;
        }
        let verdict = if self.check.passed { "passed" } else { "not passed" };
        write!(f, "\nCheck of the envelope on stdout: {verdict}")?;
        self.check.missing.iter().try_for_each(|missing| write!(f, "\n  - {missing}"))?;
        if !self.notes.is_empty() {
            f.write_str("\nNotes:")?;
            self.notes.iter().try_for_each(|note| write!(f, "\n  - {note}"))?;
        }
        Ok(())
    }
}
