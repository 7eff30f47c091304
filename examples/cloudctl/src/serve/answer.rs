//! The server's responses.

use crate::api_types::Problem;
use serde::Serialize;
use std::time::Duration;

/// An error response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) problem: Box<Problem>,
}

impl Refusal {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, problem: Box::new(Problem::new(message)) }
    }

    pub(crate) fn invalid(field: &str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let problem = Problem {
            field: Some(field.to_owned()),
            reason: Some(reason.clone()),
            ..Problem::new(format!("invalid {field}: {reason}"))
        };
        Self { status: 422, problem: Box::new(problem) }
    }
}

/// A response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &impl Serialize) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => Self { status, retry_after: None, body },
            Err(_) => Self { status: 500, retry_after: None, body: Vec::new() },
        }
    }

    /// Creates a rate-limit response. Rounds the wait up, because a call that comes too early is rejected again.
    pub(crate) fn pause(wait: Duration) -> Self {
        let milliseconds = wait.as_nanos().div_ceil(1_000_000);
        let problem = Problem { retry_after_ms: u64::try_from(milliseconds).ok(), ..Problem::new("too many calls") };
        Self { retry_after: Some(wait), ..Self::json(429, &problem) }
    }

    /// Returns the value of the `Retry-After` header, in seconds.
    pub(crate) fn retry_after_s(&self) -> Option<u64> {
        self.retry_after.map(|wait| wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::json(refusal.status, &refusal.problem)
    }
}
