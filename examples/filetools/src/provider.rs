//! `filetools explain-error`: explains errors of model providers.

mod error;
mod failure;
mod local;
mod name;
mod spelling;

use crate::error::{Action, FailedAccess, FiletoolsError, ToolError};
use agent_error::Classify as _;
use agent_error::catalog::CatalogError;
use agent_error::classify::{Classifier, Decision};
use agent_error::definition::{Catalogued, ClassifyRule};
pub(crate) use error::ProviderError;
use failure::{ProviderFailure, Words};
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
            Ok(failure) => classify(failure).map_or_else(FiletoolsError::from, FiletoolsError::from),
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

/// Classifies an error by the rules that `errors explain` shows. If the message and the status match different classes,
/// returns the one declared first, because a local server also responds with 401, for example.
fn classify(failure: ProviderFailure) -> Result<ProviderError, CatalogError> {
    let classifier = Classifier::of::<ProviderError>()?;
    let words = Words::of(&failure);
    // Ignore numbers in the message if the status is known.
    let counts = |decision: &Decision| failure.status.is_none() || !is_number(&decision.rule);
    let by_words = classifier.decide(&words).filter(counts).map(|decision| rank(&decision));
    let by_all = classifier.decide(&failure).filter(counts).map(|decision| rank(&decision));
    Ok(match (by_words, by_all) {
        (Some(words_rank), Some(rank)) if words_rank < rank => ProviderError::classify(words),
        (_, Some(_)) => ProviderError::classify(failure),
        (_, None) => ProviderError::Unclassified { message: failure.message, status: failure.status },
    })
}

/// Returns the position of a class in the catalog.
fn rank(decision: &Decision) -> Option<usize> {
    ProviderError::TYPE.defs().iter().position(|def| def.code() == decision.entry.def.code())
}

fn is_number(rule: &ClassifyRule) -> bool {
    matches!(rule, ClassifyRule::Message(words) if words.bytes().all(|byte| byte.is_ascii_digit()))
}
