//! `filetools explain-error`: the meaning of a failure of a model's provider, and advice.

mod error;
mod failure;
mod local;
mod name;
mod spelling;

use crate::error::{Action, FiletoolsError, Refused, ToolError};
use agent_error::Classify as _;
use agent_error::catalog::CatalogError;
use agent_error::classify::{Classifier, Decision};
use agent_error::definition::{Catalogued, Rule};
pub(crate) use error::ProviderError;
use failure::{ProviderFailure, Words};
use std::io::{self, IsTerminal as _, Read as _};
use std::num::NonZeroU16;
use std::time::Duration;

/// The longest text of a failure, in bytes. The reason is at the beginning.
const MAX_TEXT: u64 = 64 * 1024;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The message of the provider's client; without it, standard input is read
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: Option<String>,

    /// The HTTP status of the answer
    #[arg(long, value_name = "N")]
    status: Option<NonZeroU16>,

    /// How long the provider asks to wait, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    retry_after: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds, as in 1.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds, 0 or more")
}

impl Args {
    /// The coded error of the failure.
    pub(crate) fn explain(&self) -> FiletoolsError {
        match self.failure() {
            Ok(failure) => classify(failure).map_or_else(FiletoolsError::from, FiletoolsError::from),
            Err(error) => error.into(),
        }
    }

    fn failure(&self) -> Result<ProviderFailure, ToolError> {
        let text = match &self.text {
            Some(text) => text.clone(),
            // The status is sufficient, so standard input is not read to its end.
            None if self.status.is_some() && io::stdin().is_terminal() => String::new(),
            None => read_input()?,
        };
        let message = text.trim().to_owned();
        if message.is_empty() && self.status.is_none() {
            return Err(ToolError::InvalidArgs {
                reason: "the text to explain is empty".to_owned(),
                advice:
                    "Pass the message of the provider as TEXT or on standard input, or the `--status` of its answer"
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
    read.map_err(|source| Refused { action: Action::Read, path: "standard input".to_owned(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The rules are those that `errors explain` shows. Of the class that the words name and the one of the status,
/// the first in the catalog is meant: a local server also answers 401.
fn classify(failure: ProviderFailure) -> Result<ProviderError, CatalogError> {
    let classifier = Classifier::of::<ProviderError>()?;
    let words = Words::of(&failure);
    // With a known status, numbers in the text are ignored.
    let counts = |decision: &Decision| failure.status.is_none() || !is_number(&decision.rule);
    let by_words = classifier.decide(&words).filter(counts).map(|decision| rank(&decision));
    let by_all = classifier.decide(&failure).filter(counts).map(|decision| rank(&decision));
    Ok(match (by_words, by_all) {
        (Some(words_rank), Some(rank)) if words_rank < rank => ProviderError::classify(words),
        (_, Some(_)) => ProviderError::classify(failure),
        (_, None) => ProviderError::Unclassified { message: failure.message, status: failure.status },
    })
}

/// The position of a class in the catalog.
fn rank(decision: &Decision) -> Option<usize> {
    ProviderError::TYPE.defs().iter().position(|def| def.code() == decision.entry.def.code())
}

fn is_number(rule: &Rule) -> bool {
    matches!(rule, Rule::Message(words) if words.bytes().all(|byte| byte.is_ascii_digit()))
}
