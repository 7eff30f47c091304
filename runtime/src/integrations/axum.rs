//! Errors as responses of axum 0.8, for types with `#[agent_error(integrate(axum))]`.
//!
//! ```toml
//! agent-error = { version = "0.1", features = ["axum"] }
//! axum = "0.8"
//! ```
//!
//! A handler returns its error. The response is `application/problem+json` with the status of the code, `Retry-After`
//! if the error states a wait, and `Cache-Control: no-store`; the module [`http`](crate::http) lists where each part
//! comes from. A client may ask for the envelope with its header `Accept`: the extractor [`Wants`] reads it, and
//! [`Wants::answer`] applies it.
//!
//! ```
//! use agent_error::axum::{Negotiated, Wants};
//! use agent_error::{AgentError, ErrorRecord, FieldError, exit};
//! use axum::extract::Path;
//! use axum::{Json, Router, routing::get};
//! use std::time::Duration;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(docs = "https://api.example.com/errors/{code}", integrate(axum))]
//! enum ApiError {
//!     /// No user has this name.
//!     #[error("no user `{name}`")]
//!     #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND, suggest = "List them with `GET /users`", actions("GET /users"))]
//!     NotFound { name: String },
//!
//!     /// Fields of the request are missing or invalid.
//!     #[error("the user is invalid")]
//!     #[code("USER_INVALID", exit = exit::ARG_ERROR, status = 422, suggest = "Correct the fields, then send it again")]
//!     Invalid { fields: Vec<FieldError> },
//!
//!     /// The client calls too often.
//!     #[error("too many calls")]
//!     #[code("RATE_LIMITED", exit = exit::RATE_LIMITED, retry_after = wait, suggest = "Wait, then repeat the call")]
//!     TooManyCalls {
//!         #[context(skip)]
//!         wait: Duration,
//!     },
//! }
//!
//! fn find(name: &str) -> Result<String, ApiError> {
//!     match name {
//!         "eve" => Ok(name.to_owned()),
//!         "bob" => Err(ApiError::TooManyCalls { wait: Duration::from_millis(1500) }),
//!         _ => Err(ApiError::NotFound { name: name.to_owned() }),
//!     }
//! }
//!
//! /// A problem for every client.
//! async fn user(Path(name): Path<String>) -> Result<Json<String>, ApiError> {
//!     Ok(Json(find(&name)?))
//! }
//!
//! /// What the client prefers.
//! async fn negotiated(wants: Wants, Path(name): Path<String>) -> Result<Json<String>, Negotiated<ApiError>> {
//!     wants.answer(find(&name).map(Json))
//! }
//!
//! let router: Router = Router::new().route("/users/{name}", get(user)).route("/v2/users/{name}", get(negotiated));
//! # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
//! # listener.set_nonblocking(true)?;
//! # let address = format!("http://{}", listener.local_addr()?);
//! # std::thread::spawn(move || {
//! #     let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
//! #     runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, router).await })
//! # });
//!
//! // The client's side, with ureq; `address` is where the router is served.
//! let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
//! let call = |path: &str, accept: &str| {
//!     let mut response = agent.get(format!("{address}{path}")).header("Accept", accept).call()?;
//!     let body = response.body_mut().read_to_vec()?;
//!     let error = ErrorRecord::from_response(response.status(), response.headers(), &body);
//!     Ok::<_, ureq::Error>((response, error))
//! };
//!
//! let (response, error) = call("/users/mallory", "*/*")?;
//! assert_eq!((response.status().as_u16(), error.code()), (404, "USER_NOT_FOUND"));
//! assert_eq!(response.headers()["Content-Type"], "application/problem+json");
//! // What another program says to do is marked as such.
//! assert_eq!(error.value("server_actions"), Some(&serde_json::json!(["GET /users"])));
//!
//! let (response, error) = call("/users/bob", "*/*")?;
//! assert_eq!(response.headers()["Retry-After"], "2");
//! assert!(error.is_retryable());
//! assert_eq!(error.retry_after, Some(Duration::from_millis(1500)));
//!
//! let (response, error) = call("/v2/users/mallory", "application/json")?;
//! assert_eq!(response.headers()["Content-Type"], "application/json");
//! assert_eq!((error.code(), error.exit_code()), ("USER_NOT_FOUND", exit::NOT_FOUND));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A handler with several kinds of errors returns a [`Report`]. The response is the coded error in it; an error without
//! a code gets one by the rules of the program. For anyhow, write `.map_err(Report::new)`.
//!
//! # Answers of axum itself
//!
//! | call | axum alone | a problem instead |
//! |---|---|---|
//! | a body that is not JSON, a path that is not UTF-8 | 400, 413, 415 or 422 in plain text | take a `Result<Json<T>, JsonRejection>` |
//! | an unknown path | 404 without a body | `Router::fallback` |
//! | a method that the path does not have | 405 without a body, with `Allow` | `Router::method_not_allowed_fallback` |
//! | a handler that panics | the connection is closed | a layer such as `CatchPanicLayer` of tower-http, around [`response`] |
//!
//! A rejection has its own status. Don't convert all rejections into one code with `#[from]`: a wrong `Content-Type`
//! (415) would become a 400.
//!
//! ```
//! use agent_error::{AgentError, exit};
//! use axum::extract::rejection::JsonRejection;
//! use axum::http::{Method, StatusCode, Uri};
//! use axum::routing::post;
//! use axum::{Json, Router};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[agent_error(exit = exit::ARG_ERROR, integrate(axum))]
//! enum CallError {
//!     #[error("the body is not `application/json`")]
//!     #[code("MEDIA_TYPE_UNSUPPORTED", status = 415, suggest = "Send the header `Content-Type: application/json`")]
//!     MediaType,
//!     #[error("the body cannot be read: {reason}")]
//!     #[code("BODY_INVALID", status = 422)]
//!     Body { reason: String },
//!     #[error("unknown path {path}")]
//!     #[code("ROUTE_UNKNOWN", exit = exit::NOT_FOUND)]
//!     Route { path: String },
//!     #[error("{path} does not have the method {method}")]
//!     #[code("METHOD_NOT_ALLOWED", status = 405)]
//!     Method { path: String, method: String },
//! }
//!
//! fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, CallError> {
//!     body.map(|Json(value)| value).map_err(|rejection| match rejection.status() {
//!         StatusCode::UNSUPPORTED_MEDIA_TYPE => CallError::MediaType,
//!         _ => CallError::Body { reason: rejection.body_text() },
//!     })
//! }
//!
//! async fn add(body: Result<Json<u8>, JsonRejection>) -> Result<String, CallError> {
//!     Ok(format!("added {}", read(body)?))
//! }
//!
//! let router: Router = Router::new()
//!     .route("/numbers", post(add))
//!     .fallback(async |uri: Uri| CallError::Route { path: uri.path().to_owned() })
//!     .method_not_allowed_fallback(async |method: Method, uri: Uri| CallError::Method {
//!         path: uri.path().to_owned(),
//!         method: method.to_string(),
//!     });
//! ```
//!
//! The example `orders` in the repository does all of this: each answer to an invalid call is a problem.
//!
//! Add headers that the error does not know in front of it: `([(WWW_AUTHENTICATE, "Bearer")], error)` is also a
//! response.
//!
//! Errors with a status of 500 or more [keep their causes inside](crate::http#what-stays-inside). With the feature
//! `tracing`, a layer logs them with `agent_error::tracing::event(failure)`:
//!
//! ```
//! use agent_error::ErrorRecord;
//! use axum::{Router, middleware::map_response, response::Response};
//!
//! async fn logged(response: Response) -> Response {
//!     if let Some(failure) = response.extensions().get::<ErrorRecord>() {
//!         eprintln!("{}", agent_error::render(failure, agent_error::Format::Envelope));
//!     }
//!     response
//! }
//!
//! let router: Router = Router::new().layer(map_response(logged));
//! ```
//!
//! A type without `integrate(axum)` may implement `IntoResponse` itself.

mod json;
mod json_body;
mod negotiation;
mod problem_layer;
mod uncoded;

pub use crate::ready::json_rejection::JsonRejection;
pub use json::Json;
pub use problem_layer::{ProblemFuture, ProblemLayer, ProblemService};

use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::integrations::http::Representation;
use crate::process::report::Report;
use axum_core::extract::FromRequestParts;
use axum_core::response::{IntoResponse, Response};
use http::request::Parts;
use std::convert::Infallible;

/// The error as a problem: the response of an error with `integrate(axum)`.
pub fn response(error: &dyn AgentError) -> Response {
    crate::integrations::http::response(error, Representation::Problem)
}

/// The error format that the client of a request prefers; an extractor that never fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants(pub Representation);

impl Wants {
    /// The result with its error in the format that the client prefers.
    ///
    /// # Errors
    ///
    /// The error, if there is one.
    pub fn answer<T, E: AgentError>(self, result: Result<T, E>) -> Result<T, Negotiated<E>> {
        result.map_err(|error| self.error(error))
    }

    /// The error in the format that the client prefers.
    pub fn error<E: AgentError>(self, error: E) -> Negotiated<E> {
        Negotiated { error, representation: self.0 }
    }
}

impl<S: Sync> FromRequestParts<S> for Wants {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Representation::preferred(&parts.headers)))
    }
}

/// An error in the format that its client prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negotiated<E> {
    /// The error.
    pub error: E,
    /// The preferred format.
    pub representation: Representation,
}

impl<E: AgentError> IntoResponse for Negotiated<E> {
    fn into_response(self) -> Response {
        let mut response: Response = crate::integrations::http::response(&self.error, self.representation);
        negotiation::add_vary(response.headers_mut());
        response
    }
}

impl IntoResponse for ErrorRecord {
    fn into_response(self) -> Response {
        response(&self)
    }
}

/// The response of the coded error in it, or of the code of the rule that matches.
impl IntoResponse for Report {
    fn into_response(self) -> Response {
        response(&self.classify())
    }
}
