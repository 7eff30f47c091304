//! Errors reported by a provider's client.

use super::spelling::in_words;
use agent_error::definition::Foreign;
use agent_error::format::without_secrets;
use std::time::Duration;

/// An error reported by a provider's client, without a code.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct ProviderFailure {
    pub(super) status: Option<u16>,
    pub(super) retry_after: Option<Duration>,
    /// The message, with secrets redacted.
    pub(super) message: String,
    /// The original message with its names split into words, for matching.
    spelled: Spelled,
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
struct Spelled(String);

impl ProviderFailure {
    pub(super) fn new(status: Option<u16>, retry_after: Option<Duration>, message: String) -> Self {
        let spelled = Spelled(in_words(&message));
        Self { status, retry_after, message: without_keys(&message), spelled }
    }
}

// Prefixes of the keys of OpenAI, Anthropic, Google, Groq, xAI and Hugging Face.
const KEYS: [&str; 5] = ["sk-", "AIza", "gsk_", "xai-", "hf_"];

/// Redacts keys. Some providers quote the key that they reject.
fn without_keys(message: &str) -> String {
    const SHORTEST: usize = 16;
    let of_key = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_key = |word: &str| word.len() >= SHORTEST && KEYS.iter().any(|start| word.starts_with(start));
    let shown = without_secrets(message);
    let pieces = shown.split_inclusive(|c| !of_key(c)).map(|piece| {
        let word = piece.trim_end_matches(|c| !of_key(c));
        if is_key(word) { ["[REDACTED]", &piece[word.len()..]].concat() } else { piece.to_owned() }
    });
    pieces.collect()
}

/// The same error without its status, for matching by message only.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Words(ProviderFailure);

impl Words {
    pub(super) fn of(failure: &ProviderFailure) -> Self {
        Self(failure.clone())
    }
}

agent_error::foreign!(
    Foreign::<ProviderFailure>::new()
        .status(|failure| failure.status)
        .retry_after(|failure| failure.retry_after)
        .inner(|failure| vec![&failure.spelled])
);

agent_error::foreign!(
    Foreign::<Words>::new().retry_after(|words| words.0.retry_after).inner(|words| vec![&words.0.spelled])
);
