//! `run`: a command in the root, with a time limit and its output capped.
//!
//! The command runs without a shell, and the root does not restrict it.

mod capture;
mod group;

use super::Workplace;
use crate::answer::Answer;
use crate::error::{Action, Ending, Refused, ToolError};
use agent_error::format::without_secrets;
use capture::Capture;
use group::Group;
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use std::io;
use std::num::NonZeroU64;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

const DEFAULT_TIMEOUT_MS: u64 = 120_000;
const MAX_TIMEOUT_MS: u64 = 600_000;

/// The most output that is kept, in bytes: less than a format would cut.
const MAX_OUTPUT: u64 = 32 * 1024;

/// The arguments of `run`.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// The program and its arguments; a shell is a program too: -- sh -c '...'
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// How long it may take, in milliseconds, at most 600000 [default: 120000]
    #[arg(long, value_name = "MS")]
    timeout_ms: Option<NonZeroU64>,
}

#[derive(Serialize)]
struct Ran<'a> {
    command: &'a [String],
    status: i32,
    output: &'a str,
}

impl Run {
    /// The command as a shell would be given it, without secrets.
    pub(crate) fn command_line(&self) -> String {
        let line = shlex::try_join(self.command.iter().map(String::as_str)).unwrap_or_else(|_| self.command.join(" "));
        without_secrets(&line).into_owned()
    }

    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        let Some((program, arguments)) = self.command.split_first().filter(|(program, _)| !program.is_empty()) else {
            return Err(ToolError::InvalidArgs {
                reason: "`command` names no program".to_owned(),
                advice: "Give the program and its arguments, as in [\"ls\", \"-l\"]".to_owned(),
            });
        };
        let timeout = self.timeout()?;
        let refused = |source| ToolError::from(Refused { action: Action::Start, path: program.clone(), source });
        let (reader, writer) = io::pipe().map_err(refused)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(workplace.root.path())
            .stdin(Stdio::null())
            .stdout(writer.try_clone().map_err(refused)?)
            .stderr(writer)
            .process_group(0);
        let group = Group::new(command.spawn().map_err(|error| Self::not_started(program, error))?);
        // It holds the writing end of the pipe, which only the child may.
        drop(command);
        let capture = Capture::start(reader, workplace.max_bytes.min(MAX_OUTPUT));
        workplace.journal.started(group.id());
        let status = group.wait(timeout).map_err(refused)?;
        self.answer(status, &capture.finish(), timeout)
    }

    /// A file that is executable but not a program is a wrong argument; waiting does not help.
    fn not_started(program: &str, source: io::Error) -> ToolError {
        if Errno::from_io_error(&source) != Some(Errno::NOEXEC) {
            return Refused { action: Action::Start, path: program.to_owned(), source }.into();
        }
        ToolError::InvalidArgs {
            reason: format!("{program} is not a program that this machine can run"),
            advice: "Give a script to its interpreter, as in [\"sh\", PATH]".to_owned(),
        }
    }

    fn timeout(&self) -> Result<Duration, ToolError> {
        match self.timeout_ms.map_or(DEFAULT_TIMEOUT_MS, NonZeroU64::get) {
            ms @ ..=MAX_TIMEOUT_MS => Ok(Duration::from_millis(ms)),
            ms => Err(ToolError::InvalidArgs {
                reason: format!("`timeout_ms` is {ms}; the limit is {MAX_TIMEOUT_MS}"),
                advice: "Allow at most ten minutes; start what takes longer in the background".to_owned(),
            }),
        }
    }

    fn answer(&self, status: Option<ExitStatus>, output: &str, timeout: Duration) -> Result<Answer, ToolError> {
        let command = format!("`{}`", self.command_line());
        let output_text = output.trim_end_matches('\n').to_owned();
        match status {
            None => Err(ToolError::Timeout {
                subject: command,
                timeout_ms: u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX),
                output: output_text,
                advice: "Allow more time with `timeout_ms`, or run a narrower command".to_owned(),
            }),
            Some(status) if status.success() => {
                Ok(Answer::new(output, Ran { command: &self.command, status: 0, output }))
            }
            Some(status) => Err(ToolError::ExitNonzero { command, ending: ending(status), output: output_text }),
        }
    }
}

fn ending(status: ExitStatus) -> Ending {
    match status.signal() {
        Some(signal) => Ending::Signal(signal),
        None => Ending::Status(status.code().unwrap_or_default()),
    }
}
