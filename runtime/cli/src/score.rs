//! The command line.

use crate::call::{Plan, words};
use crate::error::{CallError, CommandError, ScoreError};
use crate::report;
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::time::Duration;

/// The errors of scoring.
const SCORE: ErrorSet = error_set![
    CallError,
    "SCORE_TOO_LOW" in ScoreError,
    "PROGRAM_MISSING" | "PROGRAM_NOT_SEPARATED" | "ARGS_QUOTES_UNBALANCED" in CommandError,
];

/// Scores how well an agent can act on the errors of a program in any language, from 0 to 3.
///
/// The program is called in a way that must fail, and what it writes is read:
///
///   errscore -- tool connect --port abc
///
///   errscore --case "connect --port abc" --case "status --no-such-flag" -- tool
///
/// 0: errors are prose or stack traces. 1: some errors have a code and a message. 2: all have code, message and
/// context, and nothing but the error is on stdout. 3: recoverable errors have a suggestion, every code has a page,
/// and `tool errors list --output json` lists all codes.
///
/// The program runs with all that it does: score calls that fail before they change anything.
#[derive(Debug, Parser)]
#[command(
    version,
    subcommand_negates_reqs = true,
    verbatim_doc_comment,
    errors = SCORE,
    // Unknown, since it depends on the scored program.
    danger = DangerLevel::Destructive
)]
pub(crate) struct Cli {
    #[command(flatten)]
    output: OutputArgs,

    /// Arguments of a failing call, as one text that is split as a shell does; repeatable
    ///
    /// They are put behind PROGRAM and its ARGS, which are then no call of their own.
    #[arg(long = "case", value_name = "ARGS", allow_hyphen_values = true)]
    cases: Vec<String>,

    /// Arguments by which the program lists its errors
    ///
    /// They are put behind PROGRAM, and behind its ARGS if there is a --case. The list is asked for only if it can
    /// change the score: from 2 points on, or if context is all that is missing. A list that declares the context of codes, as
    /// "errors list --all --output json" does, shows which errors need none.
    #[arg(
        long,
        value_name = "ARGS",
        default_value = "errors list --output json",
        conflicts_with = "no_list",
        allow_hyphen_values = true
    )]
    list: String,

    /// Do not ask the program for a list of its errors
    #[arg(long)]
    no_list: bool,

    /// How long one call may take, as in 500ms, 10s or 2m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    timeout: Duration,

    /// Fail if the score is lower than this
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u8).range(0..=3))]
    min: Option<u8>,

    /// The program and the arguments of a call that fails
    #[arg(last = true, required = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    program: Vec<OsString>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The errors that this program can end with
    Errors(ErrorsCommand),
}

/// A number and its unit.
fn time(text: &str) -> Result<Duration, &'static str> {
    const EXPECTED: &str = "expected a number with its unit, as in 500ms, 10s or 2m";
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).ok_or(EXPECTED)?);
    let number: u64 = number.parse().map_err(|_| EXPECTED)?;
    let milliseconds = match unit {
        "ms" => Some(number),
        "s" => number.checked_mul(1_000),
        "m" => number.checked_mul(60_000),
        _ => None,
    };
    match milliseconds.ok_or(EXPECTED)? {
        0 => Err("the time limit must be above zero"),
        milliseconds => Ok(Duration::from_millis(milliseconds)),
    }
}

impl Cli {
    pub(crate) fn run(self) -> Result<Response, ScoreError> {
        if let Some(Command::Errors(command)) = self.command {
            return Ok(command.run()?);
        }
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

#[cfg(test)]
mod tests {
    use super::{Cli, time};
    use agent_error::Catalog;
    use agent_error_testing::Advice;
    use clap::CommandFactory as _;
    use std::time::Duration;

    #[test]
    fn every_command_and_flag_that_an_error_names_exists() {
        let catalog = Catalog::linked().unwrap();
        assert!(catalog.get("CALL_SUCCEEDED").is_some(), "the catalog of the whole program is checked");
        Advice::of(&Cli::command()).assert_true(&catalog);
    }

    #[test]
    fn times_have_a_unit() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "10", "s", "1.5s", "-1s", "10h", "0s", "99999999999999999999s", "9999999999999999999m"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
