//! The error of all extractors.

use crate::response;
use agent_error::{AgentError, ErrorRecord, FieldError, exit};
use axum::response::{IntoResponse, Response};
use std::error::Error;
use std::fmt;

/// The reason why [`Json`](crate::Json), [`Query`](crate::Query) or [`Path`](crate::Path) rejected
/// a request. Their pages list the codes and statuses.
///
/// A handler that takes an extractor directly sends the rejection as a problem. To return it from
/// your own error type, nest this type, and take the extractor as a `Result`:
///
/// ```
/// use agent_error::AgentError;
/// use agent_error_axum::{Json, Rejection};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[agent_error(integrate(axum))]
/// enum ApiError {
///     #[error(transparent)]
///     #[code(transparent)]
///     Request(#[from] Rejection),
/// }
///
/// async fn add(name: Result<Json<String>, Rejection>) -> Result<String, ApiError> {
///     let Json(name) = name?;
///     Ok(name)
/// }
/// ```
#[derive(Clone, Debug, PartialEq, AgentError)]
#[agent_error(unregistered)]
#[code(transparent)]
pub struct Rejection(Reason);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Rejection {}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Self {
        Self(reason)
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        response(&self)
    }
}

#[derive(Clone, Debug, PartialEq, AgentError)]
#[agent_error(unregistered, exit = exit::ARG_ERROR)]
pub(crate) enum Reason {
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
    Body {
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
    /// The query of the URL has missing or invalid parameters.
    #[code(
        "INVALID_QUERY",
        status = 400,
        shared,
        suggest = "Correct the listed query parameters, then send the request again"
    )]
    Query {
        /// The first query parameter that is missing or invalid.
        fields: Vec<FieldError>,
    },
    /// A segment of the URL's path is invalid.
    #[code(
        "INVALID_PATH",
        status = 400,
        shared,
        suggest = "Correct the listed segments of the path, then send the request again"
    )]
    Path {
        /// The first path parameter that is invalid.
        fields: Vec<FieldError>,
    },
    /// The route doesn't match the type of the extractor. Not a code of this type, because the
    /// program may declare `INTERNAL` itself.
    #[code(transparent)]
    Route(ErrorRecord),
}

impl fmt::Display for Reason {
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
            Self::Body { fields } => write_invalid(f, "the body", "fields", fields),
            Self::TooLarge => f.write_str("the body is too large"),
            Self::Timeout => f.write_str("the body did not arrive in time"),
            Self::Unreadable => f.write_str("the body could not be read completely"),
            Self::Query { fields } => write_invalid(f, "the query", "parameters", fields),
            Self::Path { fields } => write_invalid(f, "the path", "parameters", fields),
            Self::Route(record) => record.fmt(f),
        }
    }
}

impl Error for Reason {}

/// Writes a message such as ``the body has invalid fields: `name` ``.
fn write_invalid(
    f: &mut fmt::Formatter<'_>,
    input: &str,
    noun: &str,
    fields: &[FieldError],
) -> fmt::Result {
    let mut names = Vec::new();
    for field in fields {
        if !field.field().is_empty() {
            names.push(format!("`{}`", field.field()));
        }
    }
    if names.is_empty() {
        return write!(f, "{input} is invalid");
    }
    write!(f, "{input} has invalid {noun}: {}", names.join(", "))
}
