//! How well an agent can act on a program's errors, from 0 to 3.

mod condition;
mod listing;
mod names;
mod reasons;
mod seen;
mod text;

pub use condition::Condition;

use super::captured::Captured;
use listing::Listing;
use seen::Seen;
use serde::Serialize;

/// Scores the errors of a program in any language, from failing calls of it, and from the answer of its list of
/// errors (`tool errors list --output json`) if it has one.
///
/// | points | what holds |
/// |---|---|
/// | 0 | errors are prose or stack traces; no code that a program can read |
/// | 1 | some errors have a code and a message |
/// | 2 | all errors have code, message and context, and standard output has no stack trace and nothing else |
/// | 3 | all errors that a caller can recover from have a suggestion, each code has a page, and a list has all codes |
///
/// An error counts in any shape that [`parse`](crate::parse) reads, on either stream. One that calls itself
/// critical or internal, or ends with `EX_SOFTWARE` or `EX_OSERR`, needs no suggestion.
///
/// ```
/// use agent_error::testing::{Captured, score};
///
/// let prose = Captured::new("", "cp: cannot stat 'a': No such file or directory\n", Some(1));
/// let coded = Captured::new(r#"{"ok":false,"error":{"code":"NOT_FOUND","message":"no a"}}"#, "", Some(5));
/// assert_eq!(score(&[prose.clone()], None).points, 0);
/// let score = score(&[prose, coded], None);
/// assert_eq!(score.points, 1);
/// assert!(score.next[0].starts_with("Give every error a code"));
/// ```
pub fn score(calls: &[Captured], list: Option<&Captured>) -> Score {
    let all: Vec<Seen> = calls.iter().enumerate().map(|(index, call)| Seen::new(index + 1, call)).collect();
    let failed: Vec<&Seen> = all.iter().filter(|seen| seen.failed).collect();
    let listing = list.map_or(Err("no list was given".to_owned()), Listing::read);
    let reasons = reasons::all(&failed, &listing);
    let missed = reasons.iter().filter(|reason| !reason.holds).map(|reason| reason.level).min();
    let points = missed.map_or(3, |level| level - 1);
    let next = reasons.iter().filter(|reason| reason.level == points + 1).filter_map(|reason| reason.remedy.clone());
    Score {
        points,
        next: next.collect(),
        check: Check::of(&failed),
        notes: all.iter().flat_map(Seen::notes).collect(),
        calls: all.iter().map(CallScore::of).collect(),
        reasons,
    }
}

/// The points of a program, and why it has them. As text a report for people, by `Display`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// From 0 to 3: the highest level of which all conditions hold, those of the levels below included.
    pub points: u8,
    /// Every condition of the levels 1 to 3, and whether it holds.
    pub reasons: Vec<Reason>,
    /// What to do to reach the next level, in sentences; nothing at 3 points.
    pub next: Vec<String>,
    /// The check by which the table is applied by hand.
    pub check: Check,
    /// What is worth knowing and changes no point.
    pub notes: Vec<String>,
    /// What was seen in each call, in the order given.
    pub calls: Vec<CallScore>,
}

/// A condition of a level, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The level that needs it: 1 to 3.
    pub level: u8,
    /// What must hold.
    pub condition: Condition,
    /// Whether it holds.
    pub holds: bool,
    /// What was found: where it is missing, or how much of it there is.
    pub found: String,
    /// What to do, if it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Whether standard output of every failing call is `{"ok":false,"error":{"code","message","suggestion"}}`, with
/// whatever else, and has no stack trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// Whether it is.
    pub passed: bool,
    /// What is missing, call by call.
    pub missing: Vec<String>,
}

impl Check {
    fn of(failed: &[&Seen]) -> Self {
        let missing: Vec<String> = failed
            .iter()
            .filter(|seen| !seen.missing_in_envelope.is_empty())
            .map(|seen| format!("call {}: {}", seen.number, seen.missing_in_envelope.join(", ")))
            .collect();
        Self { passed: missing.is_empty() && !failed.is_empty(), missing }
    }
}

/// What was seen in one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallScore {
    /// Whether the call failed; one that did not has no part in the score.
    pub failed: bool,
    /// Its exit code; nothing if it was killed.
    pub exit_code: Option<i32>,
    /// The stream on which an error was found: `stdout` or `stderr`.
    pub stream: Option<&'static str>,
    /// The code of the error.
    pub code: Option<String>,
    /// The message of the error.
    pub message: Option<String>,
}

impl CallScore {
    fn of(seen: &Seen) -> Self {
        let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        Self {
            failed: seen.failed,
            exit_code: seen.exit_code,
            stream: seen.error.as_ref().map(|(stream, _)| super::checks::name(*stream)),
            code: seen.record().and_then(|record| text(&record.code)),
            message: seen.record().and_then(|record| text(&record.message)),
        }
    }
}
