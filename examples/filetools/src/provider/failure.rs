//! What a provider's client reports, and how its facts are read.

use agent_error::definition::Foreign;
use std::time::Duration;

/// A failure as the client of a provider reports it: an error of another library, which knows no codes.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct ProviderFailure {
    pub(super) status: Option<u16>,
    pub(super) retry_after: Option<Duration>,
    pub(super) message: String,
}

/// The same failure without its status, for the rules about words alone.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Words(ProviderFailure);

impl Words {
    pub(super) fn of(failure: &ProviderFailure) -> Self {
        Self(failure.clone())
    }
}

agent_error::foreign!(
    Foreign::<ProviderFailure>::new().status(|failure| failure.status).retry_after(|failure| failure.retry_after)
);

agent_error::foreign!(
    Foreign::<Words>::new().message(|words| Some(words.0.message.clone())).retry_after(|words| words.0.retry_after)
);
