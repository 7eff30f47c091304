//! The body of a request as JSON. axum's own extractor answers in plain text.

use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde_json::Value;
use std::error::Error;

/// The JSON that a client sent, or the error if the body cannot be read.
pub(crate) fn json(body: Result<Json<Value>, JsonRejection>) -> Result<Value, ApiError> {
    let rejection = match body {
        Ok(Json(value)) => return Ok(value),
        Err(rejection) => rejection,
    };
    match rejection.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Err(ApiError::MediaType),
        StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::TooLong),
        _ => {
            let mut innermost: &dyn Error = &rejection;
            while let Some(source) = innermost.source() {
                innermost = source;
            }
            let reason = innermost.to_string();
            Err(ApiError::Malformed { reason })
        }
    }
}
