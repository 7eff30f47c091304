//! The output of a call.

use agent_error::format::Stream;
use std::borrow::Cow;

/// The output of a call of any program, and its exit code.
///
/// Each check returns a [`CheckError`](super::CheckError) that names the first mistake; a [`Run`](super::Run) has an
/// assert for each.
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
    /// All of standard output.
    pub stdout: Vec<u8>,
    /// All of standard error.
    pub stderr: Vec<u8>,
    /// The exit code; `None` if the process was killed.
    pub exit_code: Option<i32>,
}

impl Captured {
    /// The captured output of a call.
    pub fn new(stdout: impl Into<Vec<u8>>, stderr: impl Into<Vec<u8>>, exit_code: Option<i32>) -> Self {
        Self { stdout: stdout.into(), stderr: stderr.into(), exit_code }
    }

    /// A stream as text; bytes that are not UTF-8 are replaced.
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
