//! For servers that use axum 0.8
use crate::error::AgentError;
use crate::http::Representation;
use crate::record::ErrorRecord;
use crate::report::Report;
use axum_core::extract::FromRequestParts;
use axum_core::response::{IntoResponse, Response};
use http::request::Parts;
use std::convert::Infallible;

/// The error as a problem; what every derived error answers with.
pub fn response(error: &dyn AgentError) -> Response {
    crate::http::response(error, Representation::Problem)
}

/// What the client of a request wants errors to be: an extractor, which never fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants(pub Representation);

impl Wants {
    /// A result whose error goes out as the client wants it.
    ///
    /// # Errors
    ///
    /// The error, if there is one.
    pub fn answer<T, E: AgentError>(self, result: Result<T, E>) -> Result<T, Negotiated<E>> {
        result.map_err(|error| self.error(error))
    }

    /// An error that goes out as the client wants it.
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

/// An error that goes out as its client wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negotiated<E> {
    /// The error.
    pub error: E,
    /// What the client wants.
    pub representation: Representation,
}

impl<E: AgentError> IntoResponse for Negotiated<E> {
    fn into_response(self) -> Response {
        crate::http::response(&self.error, self.representation)
    }
}

impl IntoResponse for ErrorRecord {
    fn into_response(self) -> Response {
        response(&self)
    }
}

/// As the coded error in it, or with the code whose rules it meets.
impl IntoResponse for Report {
    fn into_response(self) -> Response {
        response(&self.classify())
    }
}
