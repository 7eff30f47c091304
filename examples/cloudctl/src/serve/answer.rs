//! What the server answers.

use crate::api::Problem;
use serde::Serialize;

/// A call that is refused.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) problem: Problem,
}

impl Refusal {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, problem: Problem::new(message) }
    }

    pub(crate) fn invalid(field: &str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        let problem = Problem {
            field: Some(field.to_owned()),
            reason: Some(reason.clone()),
            ..Problem::new(format!("invalid {field}: {reason}"))
        };
        Self { status: 422, problem }
    }
}

/// Status, header and body of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after_s: Option<u64>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &impl Serialize) -> Self {
        match serde_json::to_vec(body) {
            Ok(body) => Self { status, retry_after_s: None, body },
            Err(_) => Self { status: 500, retry_after_s: None, body: Vec::new() },
        }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::json(refusal.status, &refusal.problem)
    }
}
