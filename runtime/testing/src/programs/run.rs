//! A completed run of a program, and assertions about it.

use super::captured::Captured;
use super::checks::CheckError;
use super::process::Limits;
use agent_error::__private::clean_capped;
use agent_error::format::Stream;
use std::fmt;
use std::ops::Deref;
use std::process::ExitStatus;
use std::time::Duration;

/// A completed run of a program.
///
/// Dereferences to [`Captured`], which has a matching check for each assertion. The message of a
/// failed assertion contains the command, the exit code and both streams.
///
/// ```
/// # #[cfg(unix)] {
/// use agent_error_testing::{Run, Tool};
///
/// let run: Run = Tool::new("sh").args(["-c", "echo '[error:LOGIN_FAILED] wrong password' >&2; exit 8"]).run();
/// run.assert_code("LOGIN_FAILED").assert_exit(8);
/// assert_eq!(run.stdout(), "");
/// assert!(!run.timed_out());
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) captured: Captured,
    pub(super) command: String,
    /// The exit status, or `None` if the program exceeded a limit and was killed.
    pub(super) status: Option<ExitStatus>,
    pub(super) duration: Duration,
    pub(super) limits: Limits,
    pub(super) cut: bool,
}

impl Deref for Run {
    type Target = Captured;

    fn deref(&self) -> &Captured {
        &self.captured
    }
}

impl Run {
    /// Returns the command line, quoted for a POSIX shell.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns standard output as a string. Replaces invalid UTF-8 with U+FFFD.
    pub fn stdout(&self) -> String {
        self.text(Stream::Stdout).into_owned()
    }

    /// Returns standard error as a string. Replaces invalid UTF-8 with U+FFFD.
    pub fn stderr(&self) -> String {
        self.text(Stream::Stderr).into_owned()
    }

    /// Returns the exit status. Returns `None` if the program exceeded a limit and was killed.
    pub fn status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// Returns the signal that killed the process. Returns `None` if the program exceeded a limit,
    /// or if the system isn't Unix.
    pub fn signal(&self) -> Option<i32> {
        #[cfg(unix)]
        return std::os::unix::process::ExitStatusExt::signal(&self.status?);
        #[cfg(not(unix))]
        None
    }

    /// Whether the process timed out and was killed.
    pub fn timed_out(&self) -> bool {
        self.status.is_none() && !self.cut
    }

    /// Returns how long the process ran.
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// Whether standard output or standard error was truncated, because it exceeded the
    /// [limit](super::Tool::max_output).
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Asserts that the error has this code. See [`Captured::check_code`].
    #[track_caller]
    pub fn assert_code(&self, code: &str) -> &Self {
        self.assert(self.check_code(code))
    }

    /// Asserts that the process exited with this code. See [`Captured::check_exit`].
    #[track_caller]
    pub fn assert_exit(&self, exit_code: i32) -> &Self {
        self.assert(self.check_exit(exit_code))
    }

    /// Asserts that the error is only on this stream. See [`Captured::check_stream`].
    #[track_caller]
    pub fn assert_stream(&self, stream: Stream) -> &Self {
        self.assert(self.check_stream(stream))
    }

    /// Asserts that standard output is a single valid envelope. See [`Captured::check_schema`].
    #[track_caller]
    pub fn assert_schema(&self) -> &Self {
        self.assert(self.check_schema())
    }

    /// Asserts that the output contains no stack trace. See [`Captured::check_no_trace`].
    #[track_caller]
    pub fn assert_no_trace(&self) -> &Self {
        self.assert(self.check_no_trace())
    }

    /// Asserts that neither stream contains any of the given secrets. See
    /// [`Captured::check_no_secret`].
    #[track_caller]
    pub fn assert_no_secret(&self, values: impl IntoIterator<Item = impl AsRef<str>>) -> &Self {
        self.assert(self.check_no_secret(values))
    }

    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    fn assert(&self, checked: Result<(), CheckError>) -> &Self {
        match checked {
            Ok(()) => self,
            Err(unmet) => panic!("{unmet}\n{self}"),
        }
    }

    fn end(&self) -> String {
        if self.timed_out() {
            return format!("killed: timed out after {:?}", self.limits.timeout);
        }
        if self.status.is_none() {
            return format!("killed: wrote more than {} bytes", self.limits.output);
        }
        let duration_ms = self.duration.as_millis();
        if let Some(exit_code) = self.exit_code {
            format!("exit code {exit_code} after {duration_ms} ms")
        } else if let Some(signal) = self.signal() {
            format!("signal {signal} after {duration_ms} ms")
        } else {
            "no exit code".to_owned()
        }
    }
}

/// Formats the command, its exit status and both streams. Truncates long streams.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 4 * 1024;
        writeln!(f, "command: {}", self.command)?;
        write!(f, "    end: {}", self.end())?;
        for (name, stream) in [
            ("\n stdout:", Stream::Stdout),
            ("\n stderr:", Stream::Stderr),
        ] {
            f.write_str(name)?;
            let text = clean_capped(&self.text(stream), LONGEST);
            let lines: Vec<&str> = text.trim_end_matches('\n').lines().collect();
            if lines.is_empty() {
                f.write_str(" nothing")?;
            } else {
                write!(f, " {}", lines.join("\n         "))?;
            }
        }
        Ok(())
    }
}
