//! Errors that contain other errors, as the original systems create them.

use agent_error::__tooling::BoxError;
use agent_error::Foreign;
use std::error::Error;
use std::fmt;

/// An error like Go's `fmt.Errorf("outer: %w", err)`, with text around the source's message.
#[derive(Debug, thiserror::Error)]
#[error("{before}{source}{after}")]
pub(crate) struct Wrapped {
    before: String,
    source: BoxError,
    after: String,
}

impl Wrapped {
    /// Creates the error from a format string in which `%w` stands for the source.
    pub(crate) fn new(format: &str, source: BoxError) -> Self {
        let (before, after) = format
            .split_once("%w")
            .unwrap_or_else(|| panic!("unknown format {format}"));
        Self {
            before: before.to_owned(),
            source,
            after: after.to_owned(),
        }
    }
}

/// Several errors, one per line. None of them is returned as the source.
#[derive(Debug)]
pub(crate) struct Joined(pub(crate) Vec<BoxError>);

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Error for Joined {}

agent_error::foreign!(Joined, |joined| Foreign {
    inner: joined.0.iter().map(|error| &**error as _).collect(),
    ..Foreign::default()
});
