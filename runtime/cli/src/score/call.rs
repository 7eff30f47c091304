//! Runs the program to be scored.

use super::error::{CallError, CommandError, ScoreError};
use crate::program::SpawnError;
use crate::timeout::milliseconds;
use agent_error::format::without_secrets;
use agent_error_testing::{Captured, Condition, Reason, Run, Score, Tool, score};
use std::ffi::OsString;
use std::time::Duration;

/// The calls to run.
pub(crate) struct Plan<'a> {
    pub(crate) program: &'a OsString,
    /// The arguments of the call, or the arguments that all cases have in common.
    pub(crate) args: &'a [OsString],
    pub(crate) cases: &'a [Vec<String>],
    pub(crate) list: Option<&'a [String]>,
    pub(crate) timeout: Duration,
}

/// A score, and the command lines of the calls that it's based on.
pub(crate) struct Scored {
    pub(crate) score: Score,
    pub(crate) calls: Vec<String>,
    /// The command line that requested the list of errors, if any.
    pub(crate) list: Option<String>,
}

impl Plan<'_> {
    /// Runs all calls and scores their output.
    ///
    /// Only requests the list of errors if the list can change the score. A program without codes may interpret
    /// `errors list` as some other call.
    pub(crate) fn score(&self) -> Result<Scored, ScoreError> {
        // The list may declare that a code has no context, which meets the condition.
        let may_count = |reason: &Reason| reason.holds || reason.level > 2 || reason.condition == Condition::Context;
        let runs: Vec<Run> = self.calls().iter().map(|call| self.run(call)).collect::<Result<_, _>>()?;
        let captured: Vec<Captured> = runs.iter().map(|run| Captured::clone(run)).collect();
        let calls = runs.iter().map(shown).collect();
        let first = score(&captured, None);
        if let Some((run, _)) = runs.iter().zip(&first.calls).find(|(_, call)| !call.failed) {
            let program = self.program.display().to_string();
            return Err(CallError::Succeeded { call: shown(run), program }.into());
        }
        let list = match self.list {
            Some(list) if first.reasons.iter().all(may_count) => list,
            list => return Ok(Scored { score: without_list(first, list.is_some()), calls, list: None }),
        };
        let list = self.tool(if self.cases.is_empty() { &[] } else { self.args }).args(list);
        let listed = list.try_run().map_err(|source| SpawnError::new(self.program, source))?;
        Ok(Scored { score: score(&captured, Some(&listed)), calls, list: Some(shown(&listed)) })
    }

    fn calls(&self) -> Vec<Tool> {
        let base = self.tool(self.args);
        match self.cases {
            [] => vec![base],
            cases => cases.iter().map(|case| base.clone().args(case)).collect(),
        }
    }

    fn tool(&self, args: &[OsString]) -> Tool {
        Tool::new(self.program).args(args).timeout(self.timeout)
    }

    fn run(&self, call: &Tool) -> Result<Run, ScoreError> {
        let run = call.try_run().map_err(|source| SpawnError::new(self.program, source))?;
        if run.timed_out() {
            return Err(CallError::TimedOut { call: shown(&run), timeout_ms: milliseconds(self.timeout) }.into());
        }
        Ok(run)
    }
}

/// Returns the command line with secrets redacted.
fn shown(run: &Run) -> String {
    without_secrets(run.command()).into_owned()
}

/// Adds a note if the list wasn't requested because it couldn't raise the score.
fn without_list(mut score: Score, is_known: bool) -> Score {
    if is_known {
        score.notes.push("the list of errors was not requested; it only counts from 2 points on".to_owned());
    }
    score
}

/// Splits a string into arguments like a POSIX shell.
pub(crate) fn words(flag: &'static str, text: &str) -> Result<Vec<String>, CommandError> {
    shlex::split(text).ok_or_else(|| CommandError::QuotesUnbalanced { flag, value: without_secrets(text).into_owned() })
}
