//! What a provider's client reports, and how its facts are read.

use agent_error::Foreign;
use std::fmt;
use std::time::Duration;

/// A failure as the client of a provider reports it: an error of another library, which knows no codes.
#[derive(Clone, Debug)]
pub(super) struct ProviderFailure {
    pub(super) status: Option<u16>,
    pub(super) retry_after: Option<Duration>,
    pub(super) message: String,
}

/// Beside a status that is known, no number in the text can be one: without its digits, none is taken for it.
impl fmt::Display for ProviderFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            Some(_) => f.write_str(&self.message.replace(|c: char| c.is_ascii_digit(), "_")),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ProviderFailure {}

/// The same failure without its status, for the rules about words alone.
#[derive(Debug)]
pub(super) struct Words(ProviderFailure);

impl Words {
    pub(super) fn of(failure: &ProviderFailure) -> Self {
        Self(failure.clone())
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Words {}

agent_error::foreign!(
    Foreign::<ProviderFailure>::new()
        .status(|failure| failure.status)
        .message(|failure| Some(failure.message.clone()))
        .retry_after(|failure| failure.retry_after)
);

agent_error::foreign!(
    Foreign::<Words>::new().message(|words| Some(words.0.message.clone())).retry_after(|words| words.0.retry_after)
);
