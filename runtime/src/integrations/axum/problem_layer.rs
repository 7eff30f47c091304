//! A layer that converts error responses to problems.

use super::negotiation::Negotiation;
use crate::error::record::ErrorRecord;
use crate::integrations::http::Representation;
use axum_core::BoxError;
use axum_core::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use pin_project_lite::pin_project;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tower_layer::Layer;
use tower_service::Service;

/// A layer that sends errors as problem details (RFC 9457) to clients that request them.
///
/// By default, only clients whose `Accept` header lists `application/problem+json` receive problems. All other clients
/// receive the same response as without the layer. You can therefore add it to a service whose clients rely on its
/// current error bodies. If an error type has `integrate(axum)`, its responses are problems for all clients.
///
/// Place the layer outside of all layers that can respond themselves, such as timeouts and body limits. Layers for
/// compression, headers and logging can be outside of it. In a [`Router`], the layer that you add last is the
/// outermost. In a `ServiceBuilder`, it's the first.
///
/// ```
/// use agent_error::axum::ProblemLayer;
/// use axum::{Router, routing::get};
///
/// let router: Router = Router::new().route("/", get(async || "hello")).layer(ProblemLayer::new());
/// ```
///
/// # Which responses become problems
///
/// The layer converts responses with a status of 400 or more. It never changes the status.
///
/// | response | problem |
/// |---|---|
/// | has an [`ErrorRecord`] in its extensions | this error |
/// | has no body or a `text/plain` body | an error with a code such as `HTTP_404`. If the status is less than 500, a text of at most 4 KiB becomes the message or the detail |
/// | has another body, such as JSON or HTML | none; the response is unchanged |
/// | is already a problem | none; the response is unchanged |
/// | the handler panicked | 500 with the code `INTERNAL_ERROR`, without the panic message |
///
/// The `ErrorRecord` is in the extensions of responses from `integrate(axum)`, [`Json`](super::Json) and
/// [`Report`](crate::Report). In your own `IntoResponse` impls, insert
/// [`ErrorRecord::of(&error)`](crate::ErrorRecord::of). If a client doesn't request problems, panics
/// propagate through the layer.
///
/// # Headers
///
/// A problem keeps all headers of the original response except for those that describe the replaced body, such as
/// `Content-Type` and `Content-Encoding`. It also keeps `ETag` and `Last-Modified`, because they describe the resource
/// in an error response. If both the response and the error have a retry delay, `Retry-After` is the longer one. A
/// missing `Cache-Control` is set to `no-store`.
///
/// Every error response that the layer could convert gets `Vary: accept`, even if the client didn't request a problem.
/// The response to a `HEAD` request has the problem's headers but no body.
///
/// [`ErrorRecord`]: crate::ErrorRecord
/// [`Router`]: https://docs.rs/axum/0.8/axum/struct.Router.html
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemLayer {
    by_default: bool,
    envelopes: bool,
}

impl ProblemLayer {
    /// Creates a layer that sends problems to clients whose `Accept` header lists `application/problem+json`.
    pub const fn new() -> Self {
        Self { by_default: false, envelopes: false }
    }

    /// Also sends problems to clients that accept any media type: their `Accept` header is missing, or it contains
    /// `*/*` or `application/*`.
    #[must_use]
    pub const fn by_default(mut self) -> Self {
        self.by_default = true;
        self
    }

    /// Also sends errors as an [`Envelope`](Representation::Envelope) to clients whose `Accept` header lists
    /// `application/json`. If the header lists both media types, the one with the higher weight applies.
    #[must_use]
    pub const fn with_envelopes(mut self) -> Self {
        self.envelopes = true;
        self
    }

    /// Returns the representation for a client with these request headers, or `None` to leave the response unchanged.
    fn representation_for(self, request: &HeaderMap) -> Option<Representation> {
        let accepts_problems = match self.by_default {
            true => Representation::Problem.is_accepted(request),
            false => Representation::Problem.is_named(request),
        };
        let names_envelopes = self.envelopes && Representation::Envelope.is_named(request);
        match (accepts_problems, names_envelopes) {
            (true, true) => Some(Representation::preferred(request)),
            (true, false) => Some(Representation::Problem),
            (false, true) => Some(Representation::Envelope),
            (false, false) => None,
        }
    }
}

impl<S> Layer<S> for ProblemLayer {
    type Service = ProblemService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ProblemService { inner, layer: *self }
    }
}

/// The service that [`ProblemLayer`] creates.
#[derive(Clone, Copy, Debug)]
pub struct ProblemService<S> {
    inner: S,
    layer: ProblemLayer,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for ProblemService<S>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>>,
    ResponseBody: http_body::Body<Data = Bytes> + Send + 'static,
    ResponseBody::Error: Into<BoxError>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = ProblemFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let negotiation = Negotiation {
            representation: self.layer.representation_for(request.headers()),
            offers_envelopes: self.layer.envelopes,
            is_head: *request.method() == Method::HEAD,
        };
        let (future, panicked) = match negotiation.caught(|| self.inner.call(request)) {
            Ok(future) => (Some(future), None),
            Err(panicked) => (None, Some(panicked)),
        };
        ProblemFuture { future, panicked, negotiation }
    }
}

pin_project! {
    /// The future that [`ProblemService`] returns.
    #[derive(Debug)]
    pub struct ProblemFuture<F> {
        // `None` if the service panicked before it returned a future.
        #[pin]
        future: Option<F>,
        panicked: Option<ErrorRecord>,
        negotiation: Negotiation,
    }
}

impl<F, B, E> Future for ProblemFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Output = Result<Response<Body>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let polled = match this.future.as_pin_mut() {
            Some(future) => this.negotiation.caught(|| future.poll(context)),
            None => this.panicked.take().map_or(Ok(Poll::Pending), Err),
        };
        Poll::Ready(match polled {
            Ok(polled) => Ok(this.negotiation.negotiated(ready!(polled)?.map(Body::new), context)),
            Err(panicked) => Ok(this.negotiation.of_panic(&panicked)),
        })
    }
}
