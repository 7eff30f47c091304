//! Coded errors as axum 0.8 responses.
//!
//! ```toml
//! agent-error = { version = "0.1", features = ["axum"] }
//! axum = "0.8"
//! ```
//!
//! | to | use |
//! |---|---|
//! | return an error from a handler | `#[agent_error(integrate(axum))]` on the error type |
//! | convert all other failures to problems, such as the router's 404 | [`ProblemLayer`] |
//! | extract a JSON body | [`Json`], whose rejections are coded errors |
//! | return an error of any type, such as `anyhow::Error` | [`Report`]; with anyhow, use `.map_err(Report::new)` |
//! | choose the representation in a handler | [`Accept`] |
//!
//! Errors are sent as problem details (RFC 9457) with the media type `application/problem+json`. The status is the
//! code's HTTP status. `Retry-After` is present if the error has a retry delay, and `Cache-Control` is `no-store`. For
//! details, see [`http`](crate::http).
//!
//! ```
//! use agent_error::axum::{Json, JsonRejection, ProblemLayer};
//! use agent_error::{AgentError, ErrorRecord, FieldError, exit};
//! use axum::extract::Path;
//! use axum::{Router, routing::get, routing::post};
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
//!
//!     /// The body isn't the expected JSON.
//!     #[error(transparent)]
//!     #[code(transparent)]
//!     Body(#[from] JsonRejection),
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct NewUser {
//!     name: String,
//! }
//!
//! async fn user(Path(name): Path<String>) -> Result<Json<String>, ApiError> {
//!     match &*name {
//!         "eve" => Ok(Json(name)),
//!         "bob" => Err(ApiError::TooManyCalls { wait: Duration::from_millis(1500) }),
//!         _ => Err(ApiError::NotFound { name }),
//!     }
//! }
//!
//! async fn add(body: Result<Json<NewUser>, JsonRejection>) -> Result<Json<String>, ApiError> {
//!     let Json(user) = body?;
//!     if user.name.is_empty() {
//!         let fields = vec![FieldError::new("name", "The name is empty.").sent(user.name)];
//!         return Err(ApiError::Invalid { fields });
//!     }
//!     Ok(Json(user.name))
//! }
//!
//! let router: Router = Router::new()
//!     .route("/users", post(add))
//!     .route("/users/{name}", get(user))
//!     .layer(ProblemLayer::new().by_default().with_envelopes());
//! # let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
//! # listener.set_nonblocking(true)?;
//! # let address = format!("http://{}", listener.local_addr()?);
//! # std::thread::spawn(move || {
//! #     let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
//! #     runtime.block_on(async { axum::serve(tokio::net::TcpListener::from_std(listener)?, router).await })
//! # });
//!
//! // The client uses ureq. The router is served at `address`.
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
//! // A client doesn't trust a server's actions, so they become part of the context.
//! assert_eq!(error.value("server_actions"), Some(serde_json::json!(["GET /users"])));
//!
//! let (response, error) = call("/users/bob", "*/*")?;
//! assert_eq!(response.headers()["Retry-After"], "2");
//! assert!(error.is_retryable());
//! assert_eq!(error.retry_after, Some(Duration::from_millis(1500)));
//!
//! // A client that prefers `application/json` receives an envelope.
//! let (response, error) = call("/users/mallory", "application/json")?;
//! assert_eq!(response.headers()["Content-Type"], "application/json");
//! assert_eq!((error.code(), error.exit_code()), ("USER_NOT_FOUND", exit::NOT_FOUND));
//!
//! // Responses generated by the router itself.
//! let (response, error) = call("/nothing", "*/*")?;
//! assert_eq!((response.status().as_u16(), error.code()), (404, "HTTP_404"));
//! let (response, error) = call("/users", "*/*")?;
//! assert_eq!((response.status().as_u16(), error.code()), (405, "HTTP_405"));
//! assert_eq!(response.headers()["Allow"], "POST");
//!
//! // Invalid request bodies.
//! let add = |content_type: &str, body: &str| {
//!     let mut response = agent.post(format!("{address}/users")).content_type(content_type).send(body)?;
//!     let body = response.body_mut().read_to_vec()?;
//!     let error = ErrorRecord::from_response(response.status(), response.headers(), &body);
//!     Ok::<_, ureq::Error>((response.status().as_u16(), error.code().to_owned()))
//! };
//! assert_eq!(add("text/plain", "eve")?, (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()));
//! assert_eq!(add("application/json", "{")?, (400, "MALFORMED_JSON".to_owned()));
//! assert_eq!(add("application/json", r#"{"name":5}"#)?, (422, "VALIDATION_ERROR".to_owned()));
//! assert_eq!(add("application/json", r#"{"name":""}"#)?, (422, "USER_INVALID".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To use codes of your own catalog for the router's responses, add a `Router::fallback` and a
//! `Router::method_not_allowed_fallback` that return your error type.
//!
//! To add other headers, such as `WWW-Authenticate`, return a tuple: `([(WWW_AUTHENTICATE, "Bearer")], error)`.
//!
//! # Logging
//!
//! If the status is 500 or more, the response body [omits the causes](crate::http#what-stays-inside). A logging layer
//! can read the complete error from the response extensions. With the `tracing` feature, call
//! `agent_error::tracing::event(failure)` instead of `eprintln!`.
//!
//! ```
//! use agent_error::ErrorRecord;
//! use agent_error::axum::ProblemLayer;
//! use axum::{Router, middleware::map_response, response::Response};
//!
//! async fn logged(response: Response) -> Response {
//!     if response.status().is_server_error()
//!         && let Some(failure) = response.extensions().get::<ErrorRecord>()
//!     {
//!         eprintln!("{}", agent_error::render(failure, agent_error::Format::Envelope));
//!     }
//!     response
//! }
//!
//! let router: Router = Router::new().layer(ProblemLayer::new()).layer(map_response(logged));
//! ```
//!
//! # Custom `IntoResponse` impls
//!
//! A type without `integrate(axum)` can implement `IntoResponse` itself. If you insert the error into the response
//! extensions, [`ProblemLayer`] converts the response to a problem for clients that request one. All other clients
//! receive your body.
//!
//! ```
//! use agent_error::{AgentError, ErrorRecord};
//! use axum::Extension;
//! use axum::http::StatusCode;
//! use axum::response::{IntoResponse, Response};
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("ticket {id} does not exist")]
//! #[code("TICKET_NOT_FOUND", status = 404)]
//! struct NoTicket {
//!     id: u64,
//! }
//!
//! impl IntoResponse for NoTicket {
//!     fn into_response(self) -> Response {
//!         (StatusCode::NOT_FOUND, Extension(ErrorRecord::of(&self)), "no such ticket").into_response()
//!     }
//! }
//! ```

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

/// Converts an error to a problem response, as `integrate(axum)` does.
pub fn response(error: &dyn AgentError) -> Response {
    crate::integrations::http::response(error, Representation::Problem)
}

/// An infallible extractor for the representation that the client prefers.
///
/// In most cases, use a [`ProblemLayer`] instead, which chooses the representation for all handlers.
///
/// ```
/// use agent_error::axum::{NegotiatedError, Accept};
/// use agent_error::{AgentError, exit};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no user `{name}`")]
/// #[code("USER_NOT_FOUND", exit = exit::NOT_FOUND)]
/// struct NoUser {
///     name: String,
/// }
///
/// async fn user(accept: Accept) -> Result<String, NegotiatedError<NoUser>> {
///     accept.respond(Err(NoUser { name: "eve".into() }))
/// }
/// # let router: axum::Router = axum::Router::new().route("/", axum::routing::get(user));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accept(pub Representation);

impl Accept {
    /// Converts the error of a result to the representation that the client prefers.
    ///
    /// # Errors
    ///
    /// Returns `Err` if `result` is `Err`.
    pub fn respond<T, E: AgentError>(self, result: Result<T, E>) -> Result<T, NegotiatedError<E>> {
        result.map_err(|error| self.error(error))
    }

    /// Converts an error to the representation that the client prefers.
    pub fn error<E: AgentError>(self, error: E) -> NegotiatedError<E> {
        NegotiatedError { error, representation: self.0 }
    }
}

impl<S: Sync> FromRequestParts<S> for Accept {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Representation::preferred(&parts.headers)))
    }
}

/// An error in the representation that the client prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NegotiatedError<E> {
    /// The error.
    pub error: E,
    /// The representation that the client prefers.
    pub representation: Representation,
}

impl<E: AgentError> IntoResponse for NegotiatedError<E> {
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

/// Sends the coded error inside the report. If there is none, sends the code of the first matching [classification
/// rule](crate::classify).
impl IntoResponse for Report {
    fn into_response(self) -> Response {
        response(&self.classify())
    }
}
