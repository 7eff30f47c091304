//! Scores how well agents can act on a program's errors, from 0 to 3.

mod condition;
mod listing;
mod member_names;
mod reasons;
mod seen;
mod text;

pub use condition::Condition;

use super::captured::Captured;
use listing::Listing;
use seen::Seen;
use serde::Serialize;

/// Scores the errors of a program from 0 to 3. The program may be written in any language. Pass the captured output of
/// failing calls. If the program can list its errors, as in `tool errors list --output json`, also pass that list.
///
/// | points | requirements |
/// |---|---|
/// | 0 | errors are prose or stack traces, without a machine-readable code |
/// | 1 | some errors have a code and a message |
/// | 2 | all errors have a code, a message and context; standard output has no stack trace and no other text |
/// | 3 | recoverable errors have a suggestion, each code has a documentation page, and the list contains all codes |
///
/// An error doesn't need context if the list declares context for other codes (as `errors list --all` does) but not for
/// this code. `agent-error lint` follows the same rule.
///
/// Errors may have any format that [`parse`](agent_error::parse) supports, on either stream. An error doesn't need a
/// suggestion if it's critical or internal, or if the program exits with `EX_SOFTWARE` or `EX_OSERR`.
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
    let listing = list.map_or(Err("no list given".to_owned()), Listing::read);
    let reasons = reasons::all(&failed, &listing);
    let missed = reasons.iter().filter(|reason| !reason.holds).map(|reason| reason.level).min();
    let points = missed.map_or(3, |level| level - 1);
    let next = reasons.iter().filter(|reason| reason.level == points + 1).filter_map(|reason| reason.remedy.clone());
    Score {
        points,
        next: next.collect(),
        check: EnvelopeCheck::of(&failed),
        notes: all.iter().flat_map(Seen::notes).collect(),
        calls: all.iter().map(CallScore::of).collect(),
        reasons,
    }
}

/// The score of a program, with the reasons for it. The `Display` implementation formats a report for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The score, from 0 to 3: the highest level at which all conditions of that level and of lower levels are met.
    pub points: u8,
    /// The conditions of all levels, each with its result.
    pub reasons: Vec<Reason>,
    /// How to reach the next level. Empty if the score is 3.
    pub next: Vec<String>,
    /// The result of checking the envelopes on standard output.
    pub check: EnvelopeCheck,
    /// Notes that don't affect the score.
    pub notes: Vec<String>,
    /// The details of each call, in the given order.
    pub calls: Vec<CallScore>,
}

/// The result of checking one condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The level that requires the condition, from 1 to 3.
    pub level: u8,
    /// The condition.
    pub condition: Condition,
    /// Whether the condition is met.
    pub holds: bool,
    /// What the check found, such as the calls that don't meet the condition.
    pub found: String,
    /// How to meet the condition, if it isn't met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// Checks that each failing call writes `{"ok":false,"error":{"code","message","suggestion"}}` to standard output,
/// without a stack trace. Other members are allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EnvelopeCheck {
    /// Whether at least one call failed and all failing calls pass.
    pub passed: bool,
    /// The missing parts of the envelope, with one entry per call.
    pub missing: Vec<String>,
}

impl EnvelopeCheck {
    fn of(failed: &[&Seen]) -> Self {
        let missing: Vec<String> = failed
            .iter()
            .filter(|seen| !seen.missing_in_envelope.is_empty())
            .map(|seen| format!("call {}: {}", seen.number, seen.missing_in_envelope.join(", ")))
            .collect();
        Self { passed: missing.is_empty() && !failed.is_empty(), missing }
    }
}

/// The details of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CallScore {
    /// Whether the call failed. Successful calls don't affect the score.
    pub failed: bool,
    /// The exit code, or `None` if the process was killed.
    pub exit_code: Option<i32>,
    /// The stream with the error: `stdout` or `stderr`.
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
