//! Extracts JSON request bodies and sends JSON responses.

use super::response;
use crate::error::record::ErrorRecord;
use crate::integrations::http::media_type;
use crate::ready::Internal;
use crate::ready::json_rejection::JsonRejection;
use axum_core::body::Body;
use axum_core::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum_core::extract::{FromRequest, Request};
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
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
///
/// To return a rejection from your own error type, nest [`JsonRejection`], as the [guide](crate::_guide::http) shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = JsonRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, JsonRejection> {
        match request.headers().get(CONTENT_TYPE) {
            Some(_) if is_json(request.headers()) => {
                let bytes = Bytes::from_request(request, state).await.map_err(unreadable)?;
                super::json_body::deserialized(&bytes).map(Self)
            }
            found => {
                let content_type = found.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
                Err(JsonRejection::MediaType { content_type })
            }
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) => {
                let mut response = Response::new(Body::from(json));
                response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                response
            }
            Err(cause) => {
                let error = Internal { message: "The response could not be serialized as JSON.".to_owned() };
                response(&ErrorRecord::of(&error).with_cause(cause.to_string()))
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
    let subtype = media_type(headers).and_then(|media_type| {
        let (kind, subtype) = media_type.split_once('/')?;
        kind.eq_ignore_ascii_case("application").then(|| subtype.to_ascii_lowercase())
    });
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

fn unreadable(rejection: BytesRejection) -> JsonRejection {
    if let BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) = rejection {
        return JsonRejection::TooLarge;
    }
    let rejection: &(dyn Error + 'static) = &rejection;
    let mut causes = successors(Some(rejection), |error| (*error).source());
    let timed_out = |error: &io::Error| error.kind() == io::ErrorKind::TimedOut;
    match causes.any(|error| error.downcast_ref().is_some_and(timed_out)) {
        true => JsonRejection::Timeout,
        false => JsonRejection::Unreadable,
    }
}
