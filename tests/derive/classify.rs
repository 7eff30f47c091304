//! Tests of classifying foreign errors.

mod across;
mod fields;
mod finding;
mod messages;
mod order;
mod typed;

use agent_error::{Classify, ErrorRecord, foreign};
use agent_error::{FieldError, Foreign};
use std::error::Error;
use std::fmt;
use std::time::Duration;

foreign!(Api, |error| Foreign {
    status: Some(error.status),
    message: Some(error.message.to_owned()),
    retry_after: error.retry_after,
    ..Foreign::default()
});
foreign!(Refused, |error| Foreign {
    invalid: Some(FieldError::new(error.field, "too long")),
    ..Foreign::default()
});
foreign!(Several, |error| Foreign {
    inner: error.0.iter().map(|error| &**error as _).collect(),
    ..Foreign::default()
});

fn code<E: Classify>(error: impl Into<Box<dyn Error + Send + Sync>>) -> String {
    classify::<E>(error).code().to_owned()
}

fn classify<E: Classify>(error: impl Into<Box<dyn Error + Send + Sync>>) -> ErrorRecord {
    E::classify(error)
}

/// An error response of an HTTP API.
#[derive(Debug, thiserror::Error)]
#[error("API error {status}: {message}")]
struct Api {
    status: u16,
    message: &'static str,
    retry_after: Option<Duration>,
}

fn api(status: u16, message: &'static str) -> Api {
    Api {
        status,
        message,
        retry_after: None,
    }
}

/// A library's error for an invalid value.
#[derive(Debug, thiserror::Error)]
#[error("bad {field}")]
struct Refused {
    field: &'static str,
}

/// Several errors at once. None of them is returned as the source.
#[derive(Debug)]
struct Several(Vec<Box<dyn Error + Send + Sync>>);

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("several errors")
    }
}

impl Error for Several {}

/// Adds context to any error.
#[derive(Debug, thiserror::Error)]
#[error("{context}")]
struct Around {
    context: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

fn around(context: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Around {
    Around {
        context,
        source: source.into(),
    }
}
