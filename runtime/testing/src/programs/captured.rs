//! The captured output of a program.

use agent_error::format::Stream;
use std::borrow::Cow;

/// The captured output and exit code of a program, which may be written in any language.
///
/// Each check returns a [`CheckError`](super::CheckError) that describes the first problem.
/// [`Run`](super::Run) has a matching assertion for each check.
///
/// ```
/// use agent_error_testing::Captured;
///
/// let captured = Captured::new(r#"{"error":{"code":"GONE","message":"no such user"}}"#, "", Some(1));
/// assert!(captured.check_code("GONE").is_ok());
/// let unmet = captured.check_schema().unwrap_err();
/// assert!(unmet.to_string().starts_with("expected a valid envelope alone on stdout; found"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Captured {
    /// The bytes written to standard output.
    pub stdout: Vec<u8>,
    /// The bytes written to standard error.
    pub stderr: Vec<u8>,
    /// The exit code, or `None` if the process was killed.
    pub exit_code: Option<i32>,
}

impl Captured {
    /// Creates a `Captured` from a program's output and exit code.
    pub fn new(
        stdout: impl Into<Vec<u8>>,
        stderr: impl Into<Vec<u8>>,
        exit_code: Option<i32>,
    ) -> Self {
        Self {
            stdout: stdout.into(),
            stderr: stderr.into(),
            exit_code,
        }
    }

    /// Returns the content of a stream as a string. Replaces invalid UTF-8 with U+FFFD.
    pub fn text(&self, stream: Stream) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(stream))
    }

    pub(super) fn bytes(&self, stream: Stream) -> &[u8] {
        match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        }
    }
}
