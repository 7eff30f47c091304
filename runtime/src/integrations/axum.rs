//! Coded errors as axum 0.8 responses.
//!
//! | to | use |
//! |---|---|
//! | return an error from a handler | `#[agent_error(integrate(axum))]` on the error type |
//! | convert all other failures to problems, such as the router's 404 | [`ProblemLayer`] |
//! | extract a JSON body | [`Json`], whose rejections are coded errors |
//! | return an error of any type, such as `anyhow::Error` | [`Report`]; with anyhow, use `.map_err(Report::new)` |
//!
//! Errors are sent as problem details (RFC 9457), as [`http::response`](crate::http::response)
//! creates them. The [guide](crate::_guide::http) builds a complete service and its client.
//!
//! - To use your own codes for the router's responses, add a `Router::fallback` and a
//!   `Router::method_not_allowed_fallback` that return your error type.
//! - To add other headers, such as `WWW-Authenticate`, return a tuple:
//!   `([(WWW_AUTHENTICATE, "Bearer")], error)`.
//! - If a type without `integrate(axum)` inserts `Extension(ErrorRecord::of(&self))` into its
//!   responses, [`ProblemLayer`] converts them to problems for clients that request problems. All
//!   other clients receive the type's own body.

mod json;
mod problem_layer;

pub use crate::ready::json_rejection::JsonRejection;
pub use json::Json;
pub use problem_layer::{ProblemLayer, ProblemService};

use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::process::outcome::Report;
use axum_core::response::{IntoResponse, Response};

/// Converts an error to a problem response, as `integrate(axum)` does.
pub fn response(error: &dyn AgentError) -> Response {
    crate::integrations::http::response(error)
}

impl IntoResponse for ErrorRecord {
    fn into_response(self) -> Response {
        response(&self)
    }
}

/// Sends the coded error inside the report. If there is none, sends the code of the first matching
/// [classification rule](crate::Classify).
impl IntoResponse for Report {
    fn into_response(self) -> Response {
        response(&self.classify())
    }
}
