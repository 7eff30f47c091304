//! `filetools explain-error`: explains errors of model providers.

mod error;
mod explain;
mod failure;
mod local;
mod name;
mod spelling;

use crate::error::{Action, FailedAccess, FiletoolsError, ToolError};
pub(crate) use error::ProviderError;
use failure::ProviderFailure;
use std::io::{self, IsTerminal as _, Read as _};
use std::num::NonZeroU16;
use std::time::Duration;

/// The maximum length to read of an error, in bytes. The reason is usually at the beginning.
const MAX_TEXT: u64 = 64 * 1024;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Error message of the provider's client [default: standard input]
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<String>,

    /// HTTP status of the response
    #[arg(long, value_name = "N")]
    status: Option<NonZeroU16>,

    /// Wait requested by the provider, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    retry_after: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds, such as 1.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a non-negative number of seconds")
}

impl Args {
    /// Returns the coded error for the provider's error.
    pub(crate) fn explain(&self) -> FiletoolsError {
        match self.failure() {
            Ok(failure) => explain::explain(failure),
            Err(error) => error.into(),
        }
    }

    fn failure(&self) -> Result<ProviderFailure, ToolError> {
        let text = match &self.text {
            Some(text) => text.clone(),
            // The status is sufficient, so don't wait for standard input.
            None if self.status.is_some() && io::stdin().is_terminal() => String::new(),
            None => read_input()?,
        };
        let message = text.trim().to_owned();
        if message.is_empty() && self.status.is_none() {
            return Err(ToolError::InvalidArgs {
                reason: "the text to explain is empty".to_owned(),
                advice:
                    "Pass the provider's message as TEXT or on standard input, or the response's status with `--status`"
                        .to_owned(),
            });
        }
        let retry_after = self.retry_after.filter(|wait| !wait.is_zero());
        Ok(ProviderFailure::new(self.status.map(NonZeroU16::get), retry_after, message))
    }
}

fn read_input() -> Result<String, ToolError> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_TEXT).read_to_end(&mut bytes);
    read.map_err(|source| FailedAccess { action: Action::Read, path: "standard input".to_owned(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
