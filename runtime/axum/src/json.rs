//! Extracts JSON request bodies and sends JSON responses.

use crate::field::invalid_field;
use crate::rejection::{Reason, Rejection};
use crate::response;
use agent_error::{ErrorRecord, exit};
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_path_to_error::Path;
use std::any::type_name;
use std::error::Error;
use std::io;
use std::iter::successors;
use std::ops::{Deref, DerefMut};

/// A JSON extractor and response whose rejections are coded errors.
///
/// Use this type instead of `axum::Json`. It rejects requests with a [`Rejection`]:
///
/// | request | status | code |
/// |---|---|---|
/// | a `Content-Type` other than `application/json` or `application/*+json` | 415 | `UNSUPPORTED_MEDIA_TYPE` |
/// | a body that isn't valid JSON | 400 | `MALFORMED_JSON` |
/// | JSON that can't be deserialized as `T` | 422 | `VALIDATION_ERROR`, with the field |
/// | a body over the limit: 2 MB, unless `DefaultBodyLimit` changes it | 413 | `BODY_TOO_LARGE` |
/// | a body that timed out | 408 | `BODY_TIMEOUT` |
/// | a body that can't be read for another reason | 400 | `BODY_UNREADABLE` |
///
/// `Option<Json<T>>` is `None` if the request has no `Content-Type`. All other requests are
/// extracted, or rejected, as above.
///
/// ```
/// use agent_error_axum::{Json, Rejection};
/// use axum::Router;
/// use axum::routing::post;
///
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct User {
///     name: String,
/// }
///
/// async fn create(user: Result<Json<User>, Rejection>) -> Result<Json<User>, Rejection> {
///     let Json(user) = user?;
///     Ok(Json(user))
/// }
///
/// let router: Router = Router::new().route("/users", post(create));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Rejection> {
        if is_json(request.headers()) {
            let read = Bytes::from_request(request, state).await;
            let bytes = read.map_err(unreadable)?;
            return deserialized(&bytes).map(Self);
        }
        let content_type = request.headers().get(CONTENT_TYPE).map(lossy);
        Err(Reason::MediaType { content_type }.into())
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Rejection> {
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(None);
        }
        let extracted = <Self as FromRequest<S>>::from_request(request, state).await?;
        Ok(Some(extracted))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) => {
                let mut response = Response::new(Body::from(json));
                let media_type = HeaderValue::from_static("application/json");
                response.headers_mut().insert(CONTENT_TYPE, media_type);
                response
            }
            Err(error) => response(&unserializable(type_name::<T>(), &error)),
        }
    }
}

fn lossy(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

fn unserializable(response_type: &str, error: &serde_json::Error) -> ErrorRecord {
    ErrorRecord::new(
        "ANSWER_UNSERIALIZABLE",
        "cannot serialize the response as JSON",
    )
    .with_cause(error.to_string())
    .with_context("response_type", response_type)
    .with_status(500)
    .with_exit_code(exit::sysexits::SOFTWARE)
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Json<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Returns the media type in `Content-Type`, without parameters, or an empty string.
fn media_type(headers: &HeaderMap) -> &str {
    let value = headers.get(CONTENT_TYPE);
    let text = value.and_then(|value| value.to_str().ok()).unwrap_or("");
    text.split(';').next().unwrap_or("").trim()
}

fn is_json(headers: &HeaderMap) -> bool {
    let lower = media_type(headers).to_ascii_lowercase();
    let subtype = lower.strip_prefix("application/");
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

fn unreadable(rejection: BytesRejection) -> Rejection {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        return Reason::TooLarge.into();
    }
    let outermost: &(dyn Error + 'static) = &rejection;
    let mut errors = successors(Some(outermost), |error| (*error).source());
    if errors.any(is_timeout) {
        Reason::Timeout.into()
    } else {
        Reason::Unreadable.into()
    }
}

fn is_timeout(error: &(dyn Error + 'static)) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(io_error) => io_error.kind() == io::ErrorKind::TimedOut,
        None => false,
    }
}

/// Deserializes a body, and converts type mismatches to field errors.
fn deserialized<T: DeserializeOwned>(body: &[u8]) -> Result<T, Rejection> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| rejection(body, error.path(), error.inner()))?;
    deserializer.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn rejection(body: &[u8], path: &Path, error: &serde_json::Error) -> Rejection {
    // If deserialization fails, the body may still contain a syntax error further on. Conversely,
    // serde reports some type mismatches as syntax errors. Parse the whole body to distinguish
    // them.
    match serde_json::from_slice(body) {
        Ok(value) => {
            let message = error.to_string();
            // The client has no use for the position, since the error lists the field.
            let end = message.rfind(" at line ").unwrap_or(message.len());
            let fields = vec![invalid_field(&value, path, &message[..end])];
            Reason::Body { fields }.into()
        }
        Err(syntax_error) => malformed(&syntax_error),
    }
}

fn malformed(error: &serde_json::Error) -> Rejection {
    let reason = Reason::Malformed {
        reason: error.to_string(),
        line: error.line(),
        column: error.column(),
    };
    reason.into()
}
