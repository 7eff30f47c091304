//! Errors that hold others, as the original systems make them.

use agent_error::classify::BoxError;
use agent_error::definition::Foreign;
use std::error::Error;
use std::fmt;

/// `outer: %w`: an error with words before it.
#[derive(Debug, thiserror::Error)]
#[error("{before}{source}")]
pub(crate) struct Wrapped {
    before: String,
    source: BoxError,
}

impl Wrapped {
    /// By a format that ends with the error.
    pub(crate) fn new(format: &str, source: BoxError) -> Self {
        let before = format.strip_suffix("%w").unwrap_or_else(|| panic!("unknown format {format}")).to_owned();
        Self { before, source }
    }
}

/// Several errors, a line each, of which none is the source.
#[derive(Debug)]
pub(crate) struct Joined(pub(crate) Vec<BoxError>);

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Error for Joined {}

agent_error::foreign!(
    Foreign::<Joined>::new().inner(|joined| joined.0.iter().map(|error| &**error as &(dyn Error + 'static)).collect())
);
