//! Extracts parameters of the path.

use crate::field::{in_words, redacted, sentence};
use crate::rejection::{Reason, Rejection};
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, FieldError, exit};
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::any::type_name;
use std::ops::{Deref, DerefMut};

/// A path extractor whose rejections are coded errors.
///
/// Use this type instead of `axum::extract::Path`. It rejects requests with a [`Rejection`]:
///
/// | request | status | code |
/// |---|---|---|
/// | a segment that can't be deserialized | 400 | `INVALID_PATH`, with the parameter |
/// | a route that doesn't match `T`, such as one with two parameters for `Path<u64>` | 500 | `INTERNAL` |
///
/// ```
/// use agent_error_axum::Path;
/// use axum::{Router, routing::get};
///
/// async fn order(Path((shop, id)): Path<(String, u64)>) -> String {
///     format!("order {id} of {shop}")
/// }
///
/// let router: Router = Router::new().route("/shops/{shop}/orders/{id}", get(order));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(error)) => {
                let parameters = Parameters::of(parts, state).await;
                Err(rejection(error.into_kind(), &parameters, type_name::<T>()))
            }
            Err(other) => Err(mismatch(&other.body_text(), type_name::<T>())),
        }
    }
}

/// The names and values of the route's parameters, in order. Empty if a segment isn't UTF-8.
#[derive(Default)]
struct Parameters(Vec<(String, String)>);

impl Parameters {
    async fn of<S: Send + Sync>(parts: &mut Parts, state: &S) -> Self {
        let Ok(raw) = RawPathParams::from_request_parts(parts, state).await else {
            return Self::default();
        };
        let mut parameters = Vec::new();
        for (name, value) in &raw {
            parameters.push((name.to_owned(), value.to_owned()));
        }
        Self(parameters)
    }

    fn name(&self, index: usize) -> String {
        match self.0.get(index) {
            Some((name, _)) => name.clone(),
            None => String::new(),
        }
    }

    fn invalid(&self, field: FieldError) -> Rejection {
        let mut values = Map::new();
        for (name, value) in &self.0 {
            values.insert(name.clone(), value.as_str().into());
        }
        let fields = vec![redacted(field, &Value::Object(values))];
        Reason::Path { fields }.into()
    }

    fn unparsed(&self, name: String, value: String, expected: &str) -> Rejection {
        let field = FieldError::new(name, "Invalid value.").sent(value);
        self.invalid(field.expected(in_words(expected)))
    }
}

fn rejection(kind: ErrorKind, parameters: &Parameters, extracted: &str) -> Rejection {
    match kind {
        ErrorKind::ParseErrorAtKey {
            key,
            value,
            expected_type,
        } => parameters.unparsed(key, value, expected_type),
        ErrorKind::ParseErrorAtIndex {
            index,
            value,
            expected_type,
        } => parameters.unparsed(parameters.name(index), value, expected_type),
        ErrorKind::ParseError {
            value,
            expected_type,
        } => parameters.unparsed(parameters.name(0), value, expected_type),
        ErrorKind::InvalidUtf8InPathParam { key } => {
            parameters.invalid(FieldError::new(key, "The segment is not valid UTF-8."))
        }
        ErrorKind::DeserializeError {
            key,
            value,
            message,
        } => parameters.invalid(FieldError::new(key, sentence(&message)).sent(value)),
        ErrorKind::Message(message) => {
            if is_about_names(&message) {
                // The names come from the route, so a client can't cause this.
                mismatch(&message, extracted)
            } else {
                parameters.invalid(FieldError::new(parameters.name(0), sentence(&message)))
            }
        }
        other => mismatch(&other.to_string(), extracted),
    }
}

fn is_about_names(message: &str) -> bool {
    let mut starts = ["missing field ", "unknown field ", "duplicate field "].into_iter();
    starts.any(|start| message.starts_with(start))
}

/// Creates the error for a mistake in the program. Only its log contains the reason.
fn mismatch(reason: &str, extracted: &str) -> Rejection {
    let record = ErrorRecord::new(
        "INTERNAL",
        format!("the route doesn't match `Path<{extracted}>`"),
    )
    .with_detail(reason)
    .with_status(500)
    .with_exit_code(exit::sysexits::SOFTWARE)
    .with_severity(Severity::Critical);
    Reason::Route(record).into()
}

impl<T> Deref for Path<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Path<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
