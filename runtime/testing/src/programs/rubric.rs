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

/// Scores the errors of a program in any language, from failing calls, and from its list of errors (`tool errors list
/// --output json`), if it has one.
///
/// | points | requirements |
/// |---|---|
/// | 0 | errors are prose or stack traces; no code that a program can read |
/// | 1 | some errors have a code and a message |
/// | 2 | all errors have code, message and context, and standard output has no stack trace and nothing else |
/// | 3 | all errors that a caller can recover from have a suggestion, each code has a page, and a list has all codes |
///
/// An error needs no context if the list declares the context of other codes, as `errors list --all` does, and none for
/// its code. `agent-error lint` follows the same rule.
///
/// An error may have any shape that [`parse`](agent_error::parse) reads, on either stream. A critical or internal error, or
/// one that ends with `EX_SOFTWARE` or `EX_OSERR`, needs no suggestion.
///
/// ```
/// use agent_error_testing::{Captured, score};
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

/// The points of a program, with reasons. `Display` is a report for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// 0 to 3: the highest level whose conditions, and those of the levels below, are all met.
    pub points: u8,
    /// Every condition of the levels 1 to 3, and whether it is met.
    pub reasons: Vec<Reason>,
    /// The steps to the next level, in sentences; empty at 3 points.
    pub next: Vec<String>,
    /// The check that people apply by hand.
    pub check: Check,
    /// Notes that do not change the points.
    pub notes: Vec<String>,
    /// The observations of each call, in the given order.
    pub calls: Vec<CallScore>,
}

/// A condition of a level, and whether it is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The level that requires it: 1 to 3.
    pub level: u8,
    /// The requirement.
    pub condition: Condition,
    /// Whether it is met.
    pub holds: bool,
    /// The finding: where it is missing, or how often it is present.
    pub found: String,
    /// The remedy, if it is not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Whether standard output of every failing call is `{"ok":false,"error":{"code","message","suggestion"}}`, possibly
/// with other members, and has no stack trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// Whether it is met.
    pub passed: bool,
    /// What is missing, by call.
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

/// The observations of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallScore {
    /// Whether the call failed; a successful one does not affect the score.
    pub failed: bool,
    /// Its exit code; `None` if it was killed.
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
