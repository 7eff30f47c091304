//! Extracts JSON request bodies and sends JSON responses.

use super::response;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::integrations::http::media_type;
use crate::json::secrets::Secrets;
use crate::ready::json_rejection::JsonRejection;

use crate::text::redact_text::without_secrets;
use axum_core::body::Body;
use axum_core::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum_core::extract::{FromRequest, Request};
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use std::error::Error;
use std::io;
use std::iter::successors;
use std::ops::Deref;

/// A JSON extractor and response whose rejections are coded errors.
///
/// Use this type instead of `axum::Json`. It rejects requests with a [`JsonRejection`]:
///
/// | request | status | code |
/// |---|---|---|
/// | a `Content-Type` other than `application/json` or `application/*+json` | 415 | `UNSUPPORTED_MEDIA_TYPE` |
/// | a body that isn't valid JSON | 400 | `MALFORMED_JSON` |
/// | JSON that can't be deserialized as `T` | 422 | `VALIDATION_ERROR`, with the field |
/// | a body over the limit: 2 MB, unless `DefaultBodyLimit` changes it | 413 | `BODY_TOO_LARGE` |
/// | a body that timed out | 408 | `BODY_TIMEOUT` |
/// | a body that can't be read for another reason | 400 | `BODY_UNREADABLE` |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = JsonRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, JsonRejection> {
        if is_json(request.headers()) {
            let bytes = Bytes::from_request(request, state)
                .await
                .map_err(unreadable)?;
            return deserialized(&bytes).map(Self);
        }
        let content_type = request.headers().get(CONTENT_TYPE);
        let content_type =
            content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        Err(JsonRejection::MediaType { content_type })
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) => {
                let mut response = Response::new(Body::from(json));
                response
                    .headers_mut()
                    .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                response
            }
            Err(source) => {
                let record =
                    ErrorRecord::of_error("ANSWER_UNSERIALIZABLE", &source).with_status(500);
                response(&record)
            }
        }
    }
}

impl IntoResponse for JsonRejection {
    fn into_response(self) -> Response {
        response(&self)
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = media_type(headers).unwrap_or_default().to_ascii_lowercase();
    let subtype = media_type.strip_prefix("application/");
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

fn unreadable(rejection: BytesRejection) -> JsonRejection {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        return JsonRejection::TooLarge;
    }
    let rejection: &(dyn Error + 'static) = &rejection;
    let mut causes = successors(Some(rejection), |error| (*error).source());
    let is_timeout = |error: &io::Error| error.kind() == io::ErrorKind::TimedOut;
    let timed_out = causes.any(|error| error.downcast_ref().is_some_and(is_timeout));
    if timed_out {
        JsonRejection::Timeout
    } else {
        JsonRejection::Unreadable
    }
}

/// Deserializes a body, and converts type mismatches to field errors.
fn deserialized<T: DeserializeOwned>(body: &[u8]) -> Result<T, JsonRejection> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| rejection(body, error.path(), error.inner()))?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn rejection(body: &[u8], path: &Path, error: &serde_json::Error) -> JsonRejection {
    // If deserialization fails, the body may still contain a syntax error further on. Conversely,
    // serde reports some type mismatches as syntax errors. Parse the whole body to distinguish
    // them.
    match serde_json::from_slice(body) {
        Ok(body) => {
            // Serde's messages quote values of the body.
            let mut secrets = Secrets::default();
            secrets.add("", &body);
            let message = error.to_string();
            let end = message.rfind(" at line ").unwrap_or(message.len());
            let mut field = field_error(Place::new(&body, path), &message[..end]);
            field.hide(&|text| *text = without_secrets(&secrets.removed_from(text)).into_owned());
            JsonRejection::Invalid {
                fields: vec![field],
            }
        }
        Err(error) => malformed(&error),
    }
}

fn malformed(error: &serde_json::Error) -> JsonRejection {
    JsonRejection::Malformed {
        reason: error.to_string(),
        line: error.line(),
        column: error.column(),
    }
}

/// The location in a body at which deserialization failed.
struct Place<'a> {
    /// The path to the location: member names and array indices.
    names: Vec<String>,
    value: Option<&'a Value>,
}

impl<'a> Place<'a> {
    fn new(body: &'a Value, path: &Path) -> Self {
        let mut place = Self {
            names: Vec::new(),
            value: Some(body),
        };
        for segment in path {
            place = match segment {
                Segment::Seq { index } => place.member(&index.to_string()),
                Segment::Map { key } => place.member(key),
                // For an externally tagged enum, the variant is a member of the body.
                Segment::Enum { variant }
                    if place
                        .value
                        .is_some_and(|value| value.get(variant).is_some()) =>
                {
                    place.member(variant)
                }
                Segment::Enum { .. } => place,
                Segment::Unknown => break,
            };
        }
        place
    }

    fn member(mut self, name: &str) -> Self {
        self.value = self.value.and_then(|value| match value {
            Value::Array(items) => items.get(name.parse::<usize>().ok()?),
            value => value.get(name),
        });
        self.names.push(name.to_owned());
        self
    }

    fn error(&self, message: &str) -> FieldError {
        FieldError::new(self.names.join("."), message)
    }

    /// Creates an error with the value that was sent.
    fn invalid(&self, message: &str) -> FieldError {
        self.value
            .into_iter()
            .cloned()
            .fold(self.error(message), FieldError::sent)
    }
}

/// Converts serde's message to a field error.
fn field_error(place: Place<'_>, message: &str) -> FieldError {
    if let Some((name, _)) = quoted(message, "missing field ") {
        return place.member(name).error("The field is required.").missing();
    }
    if let Some((name, _)) = quoted(message, "duplicate field ") {
        return place
            .member(name)
            .error("The field is given more than once.");
    }
    if let Some((name, valid)) = quoted(message, "unknown field ") {
        let is_there = place.names.last().is_some_and(|last| last == name);
        let place = if is_there { place } else { place.member(name) };
        return place.invalid("Unknown field.").options(names(valid));
    }
    if let Some((_, valid)) = quoted(message, "unknown variant ") {
        return place.invalid("Unknown value.").options(names(valid));
    }
    let Some((found, expected)) = mismatch(message) else {
        return place.invalid(&sentence(message));
    };
    // Serde buffers some enums, in which case it reports the location of the whole enum.
    let is_inside = match place.value {
        Some(Value::Object(_)) => !found.starts_with("map"),
        Some(Value::Array(_)) => !found.starts_with("sequence") && found.parse::<usize>().is_err(),
        _ => false,
    };
    let error = if is_inside {
        place.error("A value inside is invalid.")
    } else {
        place.invalid("Invalid value.")
    };
    error.expected(format!("Expected: {expected}."))
}

/// Parses a mismatch into what serde found (a value or a length) and what it expected. Replaces the
/// names of Rust structs with "an object".
fn mismatch(message: &str) -> Option<(&str, &str)> {
    let starts = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = starts
        .iter()
        .find_map(|start| message.strip_prefix(start))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    Some((
        found,
        if expected.starts_with("struct ") {
            "an object"
        } else {
            expected
        },
    ))
}

/// Parses a name in backticks after the prefix `start`. Returns the name and the rest of the
/// message.
fn quoted<'a>(message: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    message
        .strip_prefix(start)?
        .strip_prefix('`')?
        .split_once('`')
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first: String = characters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let period = if message.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{period}", characters.as_str())
}
