//! `agent-error score`: scores how well an agent can act on a program's errors.

mod call;
mod error;
mod report;

pub(crate) use error::{CommandError, ScoreError};

use crate::program::SpawnError;
use crate::timeout;
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set};
use call::{Plan, words};
use error::CallError;
use std::ffi::OsString;
use std::time::Duration;

/// The errors of `score`.
const SCORE: ErrorSet = error_set![
    CallError,
    SpawnError,
    "SCORE_TOO_LOW" in ScoreError,
    CommandError,
];

/// Score how well an agent can act on a program's errors, from 0 to 3
///
/// Runs the program with arguments that make it fail, and evaluates its output:
///
///   agent-error score -- tool connect --port abc
///
///   agent-error score --case "connect --port abc" --case "status --no-such-flag" -- tool
///
/// Scores:
///
///   0  errors are prose or stack traces
///   1  some errors have a code and a message
///   2  all errors have a code, a message and context, and nothing else is on stdout
///   3  recoverable errors have a suggestion, every code has a docs page, and
///      `tool errors list --output json` lists all codes
///
/// The program is actually run, so only pass calls that fail before they change anything.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    errors = SCORE,
    // The scored program could do anything.
    danger = DangerLevel::Destructive
)]
pub(crate) struct Args {
    /// Arguments of a failing call, split like in a shell; repeatable
    ///
    /// Each case is appended to PROGRAM and its ARGS. PROGRAM with its ARGS alone is then not called.
    #[arg(long = "case", value_name = "ARGS", allow_hyphen_values = true)]
    cases: Vec<String>,

    /// Arguments that make the program list its errors
    ///
    /// Appended to PROGRAM. If there is a --case, appended to PROGRAM and its ARGS. The list is only requested if it
    /// can change the score: from 2 points on, or if only context is missing. If the list declares the context of each
    /// code, like "errors list --all --output json", errors without declared context don't need any.
    #[arg(
        long,
        value_name = "ARGS",
        default_value = "errors list --output json",
        conflicts_with = "no_list",
        allow_hyphen_values = true
    )]
    list: String,

    /// Don't request a list of errors
    #[arg(long)]
    no_list: bool,

    /// Time limit for each call, such as 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = timeout::parse)]
    timeout: Duration,

    /// Fail if the score is below POINTS
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u8).range(0..=3))]
    min: Option<u8>,

    /// The program, and arguments that make it fail
    #[arg(last = true, required = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    program: Vec<OsString>,
}

impl Args {
    pub(crate) fn run(&self) -> Result<Response, ScoreError> {
        let Some((program, args)) = self.program.split_first() else {
            // clap requires a program.
            return Err(CommandError::ProgramMissing { usage: None }.into());
        };
        let cases: Result<Vec<_>, _> = self.cases.iter().map(|case| words("--case", case)).collect();
        let list = (!self.no_list).then(|| words("--list", &self.list)).transpose()?;
        let plan = Plan { program, args, cases: &cases?, list: list.as_deref(), timeout: self.timeout };
        report::answer(plan.score()?, self.min)
    }
}
