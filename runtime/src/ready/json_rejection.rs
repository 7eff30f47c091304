//! Errors for rejected JSON request bodies.

use crate::error::field_error::FieldError;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The reason why [`Json`](crate::axum::Json) rejected a request body.
///
/// To return it from your own error type, nest this type:
/// `#[code(transparent)] Body(#[from] JsonRejection)`.
#[derive(Clone, Debug, PartialEq, AgentError)]
#[cfg_attr(
    not(feature = "axum"),
    allow(
        dead_code,
        unreachable_pub,
        reason = "without axum, only `errors explain` reads it"
    )
)]
#[agent_error(crate = crate, unregistered, exit = exit::ARG_ERROR)]
#[non_exhaustive]
pub enum JsonRejection {
    /// The request body is not declared as JSON.
    #[code(
        "UNSUPPORTED_MEDIA_TYPE",
        status = 415,
        shared,
        suggest = "Send the body as JSON, with the header `Content-Type: application/json`"
    )]
    MediaType {
        /// The `Content-Type` header of the request.
        content_type: Option<String>,
    },
    /// The request body is not valid JSON.
    #[code(
        "MALFORMED_JSON",
        status = 400,
        shared,
        suggest = "Correct the syntax of the body, then send it again"
    )]
    Malformed {
        /// The syntax error.
        #[context(skip)]
        reason: String,
        /// The line of the syntax error, starting at 1.
        line: usize,
        /// The column of the syntax error, in bytes, starting at 1.
        column: usize,
    },
    /// The request body has missing or invalid fields.
    #[code(
        "VALIDATION_ERROR",
        status = 422,
        shared,
        suggest = "Correct the listed fields, then send the body again"
    )]
    Invalid {
        /// The first field that is missing or invalid.
        fields: Vec<FieldError>,
    },
    /// The request body is larger than the server allows.
    #[code(
        "BODY_TOO_LARGE",
        status = 413,
        shared,
        suggest = "Send a smaller body"
    )]
    TooLarge,
    /// The request body did not arrive in time.
    #[code("BODY_TIMEOUT", exit = exit::TIMEOUT, status = 408, retryable = true, shared, suggest = "Send the request again")]
    Timeout,
    /// The request body could not be read completely.
    #[code(
        "BODY_UNREADABLE",
        status = 400,
        shared,
        suggest = "Send the complete body"
    )]
    Unreadable,
}

impl fmt::Display for JsonRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MediaType {
                content_type: Some(found),
            } => {
                write!(
                    f,
                    "expected a body of type `application/json`, not `{found}`"
                )
            }
            Self::MediaType { content_type: None } => f.write_str(
                "expected a body of type `application/json`, but `Content-Type` is missing",
            ),
            Self::Malformed { reason, .. } => write!(f, "the body is not valid JSON: {reason}"),
            Self::Invalid { fields } => {
                let names = fields
                    .iter()
                    .map(FieldError::field)
                    .filter(|name| !name.is_empty());
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                match names.is_empty() {
                    true => f.write_str("the body is invalid"),
                    false => write!(f, "the body has invalid fields: {}", names.join(", ")),
                }
            }
            Self::TooLarge => f.write_str("the body is too large"),
            Self::Timeout => f.write_str("the body did not arrive in time"),
            Self::Unreadable => f.write_str("the body could not be read completely"),
        }
    }
}
