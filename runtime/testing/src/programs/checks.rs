//! Checks for captured output.

use super::captured::Captured;
use super::{find, schema, secret, trace};
use agent_error::ErrorRecord;
use agent_error::format::Stream;
use std::fmt;

impl Captured {
    /// Returns the error that the program reported, in any format that
    /// [`parse`](agent_error::parse) supports. Standard output must contain nothing but the error.
    /// On standard error, other lines may surround the error.
    pub fn record(&self) -> Option<ErrorRecord> {
        match find::on(self, Stream::Stdout) {
            Some(found) if found.alone => Some(found.record),
            _ => Some(find::on(self, Stream::Stderr)?.record),
        }
    }

    /// Checks that the program reported an error with this code.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] if there is no error, or if the error has another code.
    pub fn check_code(&self, code: &str) -> Result<(), CheckError> {
        let found = match self.record() {
            Some(record) if record.code() == code => return Ok(()),
            Some(record) if record.code().is_empty() => "an error without a code".to_owned(),
            Some(record) => format!("the code {}", record.code()),
            None => self.no_error(),
        };
        Err(CheckError::new(format!("the code {code}"), found))
    }

    /// Checks that the process exited with this code.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] if the process exited with another code or was killed.
    pub fn check_exit(&self, exit_code: i32) -> Result<(), CheckError> {
        let found = match self.exit_code {
            Some(found) if found == exit_code => return Ok(()),
            Some(found) => format!("exit code {found}"),
            None => "no exit code: the process was killed".to_owned(),
        };
        Err(CheckError::new(format!("exit code {exit_code}"), found))
    }

    /// Checks that the error is on the given stream, and that the other stream doesn't contain the
    /// error, its code or its message.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] if the given stream doesn't contain the error, or if the other
    /// stream contains part of the error.
    pub fn check_stream(&self, stream: Stream) -> Result<(), CheckError> {
        let other = match stream {
            Stream::Stdout => Stream::Stderr,
            Stream::Stderr => Stream::Stdout,
        };
        match self.misplaced(stream, other) {
            Some(found) => {
                let expected = format!("the error on {} alone", name(stream));
                Err(CheckError::new(expected, found))
            }
            None => Ok(()),
        }
    }

    /// Describes what is wrong if the error isn't on `stream`, or if `other` contains part of it.
    fn misplaced(&self, stream: Stream, other: Stream) -> Option<String> {
        let here = find::on(self, stream).filter(|found| found.alone || stream == Stream::Stderr);
        let elsewhere = find::on(self, other)
            .map(|found| format!("{} on {}", described(&found.record), name(other)));
        let Some(right) = here else {
            return Some(elsewhere.unwrap_or_else(|| self.no_error()));
        };
        if let Some(second) = elsewhere {
            return Some(format!("also {second}"));
        }
        let part = self.traces_of(&right.record, other)?;
        Some(format!("also `{part}` on {}", name(other)))
    }

    /// Returns the code or the message of the error if the stream contains it.
    fn traces_of<'a>(&self, record: &'a ErrorRecord, stream: Stream) -> Option<&'a str> {
        let text = self.text(stream);
        let mut parts = [record.code(), record.message()].into_iter();
        parts.find(|part| !part.is_empty() && text.contains(*part))
    }

    /// Checks that standard output is a single envelope that matches
    /// [`ENVELOPE_SCHEMA`](super::ENVELOPE_SCHEMA). The envelope may contain data or an error.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] that lists all schema violations.
    pub fn check_schema(&self) -> Result<(), CheckError> {
        schema::check(&self.stdout)
            .map_err(|found| CheckError::new("a valid envelope alone on stdout", found))
    }

    /// Checks that neither standard output nor the error itself contains a stack trace. Recognizes
    /// stack traces of Rust, Python, JavaScript, the JVM, Go, .NET, Ruby and PHP. Standard error
    /// may contain a stack trace outside of the error.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] that contains the language, the stream and the first line of the
    /// stack trace.
    pub fn check_no_trace(&self) -> Result<(), CheckError> {
        let found = trace::on_stdout(self).or_else(|| trace::in_record(&self.record()?));
        match found {
            Some(trace) => Err(CheckError::new("no stack trace", trace)),
            None => Ok(()),
        }
    }

    /// Checks that neither stream contains any of the given secrets. Also finds a secret that is
    /// escaped for JSON, XML or a URL, or encoded as base64, even within a longer string.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckError`] that contains the secret, the stream and the encoding. Also returns
    /// an error if a secret is shorter than 4 bytes, because short strings often occur by chance.
    pub fn check_no_secret(
        &self,
        values: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<(), CheckError> {
        for value in values {
            let value = value.as_ref();
            if value.len() < secret::SHORTEST {
                let expected = format!("a secret of at least {} bytes", secret::SHORTEST);
                return Err(CheckError::new(
                    expected,
                    format!("{value:?}, which may occur by chance"),
                ));
            }
            for stream in [Stream::Stdout, Stream::Stderr] {
                if let Some(form) = secret::find(value, self.bytes(stream)) {
                    let found = format!("the secret {value:?} on {}, {form}", name(stream));
                    return Err(CheckError::new("no secret on any stream", found));
                }
            }
        }
        Ok(())
    }

    fn no_error(&self) -> String {
        match find::on(self, Stream::Stdout) {
            Some(found) => format!("{} among other text on stdout", described(&found.record)),
            None => "no error in a known format".to_owned(),
        }
    }
}

impl From<std::process::Output> for Captured {
    fn from(output: std::process::Output) -> Self {
        Self::new(output.stdout, output.stderr, output.status.code())
    }
}

pub(super) const fn name(stream: Stream) -> &'static str {
    match stream {
        Stream::Stdout => "stdout",
        Stream::Stderr => "stderr",
    }
}

fn described(record: &ErrorRecord) -> String {
    match record.code() {
        "" => format!("the error {:?}", record.message()),
        code => format!("the error {code}"),
    }
}

/// The error returned if a program's output or exit code isn't as expected.
///
/// ```
/// use agent_error_testing::Captured;
///
/// let captured = Captured::new("", "error: no such user", Some(1));
/// let error = captured.check_exit(5).unwrap_err();
/// assert_eq!((error.expected.as_str(), error.found.as_str()), ("exit code 5", "exit code 1"));
/// assert_eq!(error.to_string(), "expected exit code 5; found exit code 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// What was expected, such as `the code NOT_FOUND`.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

impl CheckError {
    fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            expected: expected.into(),
            found: found.into(),
        }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}; found {}", self.expected, self.found)
    }
}

impl std::error::Error for CheckError {}
