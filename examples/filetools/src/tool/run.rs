//! `run`: runs a command in the root, with a timeout and truncated output.
//!
//! The command runs without a shell. It isn't confined to the root.

mod capture;
mod group;

use super::Workplace;
use crate::answer::Answer;
use crate::error::{Action, Ending, FailedAccess, ToolError};
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

/// The maximum length of the captured output, in bytes. Stays below the limit at which formats truncate values.
const MAX_OUTPUT: u64 = 32 * 1024;

/// The arguments of `run`.
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// Program and arguments; to use a shell, pass `-- sh -c '...'`
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    command: Vec<String>,

    /// Timeout in milliseconds, at most 600000 [default: 120000]
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
    /// Returns the command, quoted for a shell and with secrets redacted.
    pub(crate) fn command_line(&self) -> String {
        let line = shlex::try_join(self.command.iter().map(String::as_str)).unwrap_or_else(|_| self.command.join(" "));
        without_secrets(&line).into_owned()
    }

    pub(crate) fn perform(&self, workplace: &mut Workplace<'_>) -> Result<Answer, ToolError> {
        let Some((program, arguments)) = self.command.split_first().filter(|(program, _)| !program.is_empty()) else {
            return Err(ToolError::InvalidArgs {
                reason: "`command` is missing a program".to_owned(),
                advice: "Pass the program and its arguments, such as [\"ls\", \"-l\"]".to_owned(),
            });
        };
        let timeout = self.timeout()?;
        let refused = |source| ToolError::from(FailedAccess { action: Action::Start, path: program.clone(), source });
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
        // Close the write end of the pipe, which only the child must hold.
        drop(command);
        let capture = Capture::start(reader, workplace.max_bytes.min(MAX_OUTPUT));
        workplace.journal.started(group.id());
        let status = group.wait(timeout).map_err(refused)?;
        self.answer(status, &capture.finish(), timeout)
    }

    /// Converts a spawn error. An executable file that isn't a program is an invalid argument, so trying again won't
    /// help.
    fn not_started(program: &str, source: io::Error) -> ToolError {
        if Errno::from_io_error(&source) != Some(Errno::NOEXEC) {
            return FailedAccess { action: Action::Start, path: program.to_owned(), source }.into();
        }
        ToolError::InvalidArgs {
            reason: format!("{program} is not a program for this machine"),
            advice: "Run the script with its interpreter, such as [\"sh\", PATH]".to_owned(),
        }
    }

    fn timeout(&self) -> Result<Duration, ToolError> {
        match self.timeout_ms.map_or(DEFAULT_TIMEOUT_MS, NonZeroU64::get) {
            ms @ ..=MAX_TIMEOUT_MS => Ok(Duration::from_millis(ms)),
            ms => Err(ToolError::InvalidArgs {
                reason: format!("`timeout_ms` is {ms}; the limit is {MAX_TIMEOUT_MS}"),
                advice: "Pass at most 600000; run longer commands in the background".to_owned(),
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
                advice: "Increase `timeout_ms`, or run a narrower command".to_owned(),
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
