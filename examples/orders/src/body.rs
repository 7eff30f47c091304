//! Maps rejected request bodies to codes of this API.

use crate::error::ApiError;
use agent_error::axum::JsonRejection;

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::MediaType { .. } => Self::MediaType,
            JsonRejection::TooLarge => Self::TooLong,
            JsonRejection::Malformed { reason, .. } => Self::Malformed { reason },
            other => Self::Malformed { reason: other.to_string() },
        }
    }
}
