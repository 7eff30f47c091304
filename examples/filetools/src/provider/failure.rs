//! The failure that a provider's client reports, and its facts.

use super::spelling::in_words;
use agent_error::definition::Foreign;
use std::time::Duration;

/// A failure as the client of a provider reports it: a foreign error without a code.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct ProviderFailure {
    pub(super) status: Option<u16>,
    pub(super) retry_after: Option<Duration>,
    pub(super) message: String,
    /// The message with its names split into words, for rules about words.
    spelled: Spelled,
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
struct Spelled(String);

impl ProviderFailure {
    pub(super) fn new(status: Option<u16>, retry_after: Option<Duration>, message: String) -> Self {
        let spelled = Spelled(in_words(&message));
        Self { status, retry_after, message, spelled }
    }
}

/// The same failure without its status, for rules about words only.
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
