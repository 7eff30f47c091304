//! Coded errors for services that use axum 0.8.
//!
//! | to | use |
//! |---|---|
//! | return an error from a handler | `#[agent_error(integrate(axum))]` on the error type |
//! | extract JSON, a query or parts of the path | [`Json`], [`Query`] and [`Path`], whose rejections are coded errors |
//! | convert all other failures, such as the router's 404 | [`ErrorLayer`] |
//! | return any other error, such as an [`ErrorRecord`](agent_error::ErrorRecord) | [`response`] |
//!
//! ```
//! use agent_error::AgentError;
//! use agent_error_axum::{ErrorLayer, Json, Path, Rejection};
//! use axum::{Router, routing::get};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(integrate(axum))]
//! enum ApiError {
//!     /// The order doesn't exist.
//!     #[error("no order {id}")]
//!     #[code("ORDER_NOT_FOUND", status = 404, suggest = "List all orders", actions("GET /orders"))]
//!     NotFound { id: u64 },
//!
//!     /// The request is invalid.
//!     #[error(transparent)]
//!     #[code(transparent)]
//!     Request(#[from] Rejection),
//! }
//!
//! async fn order(id: Result<Path<u64>, Rejection>) -> Result<Json<String>, ApiError> {
//!     let Path(id) = id?;
//!     Err(ApiError::NotFound { id })
//! }
//!
//! let router: Router = Router::new()
//!     .route("/orders/{id}", get(order))
//!     .layer(ErrorLayer::new().by_default());
//! ```
//!
//! Errors are sent as problem details (RFC 9457), as
//! [`http::response`](agent_error::http::response()) creates them. That page says what clients see
//! of server errors.
//!
//! - To use your own codes for the router's responses, add a `Router::fallback` and a
//!   `Router::method_not_allowed_fallback` that return your error type.
//! - To add other headers, such as `WWW-Authenticate`, return a tuple:
//!   `([(WWW_AUTHENTICATE, "Bearer")], error)`.
//! - To return an error of any type, such as `anyhow::Error`, convert it to a record:
//!   `response(&Report::new(error).into_record())`.
//! - If a type without `integrate(axum)` inserts `Extension(self.record())` into its
//!   responses, [`ErrorLayer`] converts them to problems for clients that request problems. All
//!   other clients receive the type's own body.
//!
//! # Guides
//!
//! - [An HTTP API](_guide::http): a service and its client.
//!
//! # Versions
//!
//! This crate's API contains types of axum, which it re-exports. A new major version of axum
//! therefore requires a new major version of this crate, but not of `agent-error`.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod _guide;
mod field;
mod integrate;
mod json;
mod layer;
mod path;
mod query;
mod rejection;

pub use json::Json;
pub use layer::{ErrorLayer, ErrorService};
pub use path::Path;
pub use query::Query;
pub use rejection::Rejection;

#[doc(no_inline)]
pub use axum;

use agent_error::AgentError;
use axum::response::Response;

/// Converts an error to a problem response, as `integrate(axum)` does.
///
/// ```
/// use agent_error::Report;
/// use agent_error_axum::response;
/// use axum::response::Response;
///
/// async fn quota() -> Result<String, Response> {
///     std::fs::read_to_string("quota.txt").map_err(|error| response(&Report::from(error).into_record()))
/// }
/// ```
pub fn response(error: &dyn AgentError) -> Response {
    agent_error::http::response(error)
}
