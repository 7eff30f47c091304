//! `score`: how well an agent can act on the errors of a program.

mod call;
mod error;
mod report;

pub(crate) use error::{CommandError, ScoreError};

use crate::program::StartError;
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
    StartError,
    "SCORE_TOO_LOW" in ScoreError,
    CommandError,
];

/// Score how well an agent can act on the errors of a program, from 0 to 3
///
/// Runs the program with arguments that make it fail, and reads what it writes:
///
///   agent-error score -- tool connect --port abc
///
///   agent-error score --case "connect --port abc" --case "status --no-such-flag" -- tool
///
/// The score:
///
///   0  errors are prose or stack traces
///   1  some errors have a code and a message
///   2  all errors have a code, a message and context, and are alone on stdout
///   3  recoverable errors have a suggestion, every code has a page, and
///      `tool errors list --output json` lists all codes
///
/// The program really runs, so pass calls that fail before they change anything.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    errors = SCORE,
    // Unknown, since it depends on the scored program.
    danger = DangerLevel::Destructive
)]
pub(crate) struct Args {
    /// Arguments of a failing call, split as a shell does; repeatable
    ///
    /// They follow PROGRAM and its ARGS, which are then not a call of their own.
    #[arg(long = "case", value_name = "ARGS", allow_hyphen_values = true)]
    cases: Vec<String>,

    /// Arguments that make the program list its errors
    ///
    /// They follow PROGRAM, and its ARGS if there is a --case. The program is asked for the list only if the list can
    /// change the score: from 2 points on, or if only context is missing. A list that declares the context of codes, as
    /// "errors list --all --output json" does, shows which errors need none.
    #[arg(
        long,
        value_name = "ARGS",
        default_value = "errors list --output json",
        conflicts_with = "no_list",
        allow_hyphen_values = true
    )]
    list: String,

    /// Don't ask the program for a list of its errors
    #[arg(long)]
    no_list: bool,

    /// Time limit of one call, as in 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = timeout::parse)]
    timeout: Duration,

    /// Fail if the score is lower than POINTS
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u8).range(0..=3))]
    min: Option<u8>,

    /// The program, and the arguments of a call that fails
    #[arg(last = true, required = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    program: Vec<OsString>,
}

impl Args {
    pub(crate) fn run(&self) -> Result<Response, ScoreError> {
        let Some((program, args)) = self.program.split_first() else {
            // clap rejects a command line without a program.
            return Err(CommandError::ProgramMissing { usage: None }.into());
        };
        let cases: Result<Vec<_>, _> = self.cases.iter().map(|case| words("--case", case)).collect();
        let list = (!self.no_list).then(|| words("--list", &self.list)).transpose()?;
        let plan = Plan { program, args, cases: &cases?, list: list.as_deref(), timeout: self.timeout };
        report::answer(plan.score()?, self.min)
    }
}
