//! The layer that negotiates problems.

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

/// A layer that sends errors as problems of RFC 9457 to the clients that ask for them.
///
/// By default, only clients whose `Accept` header names `application/problem+json` receive problems. All others receive
/// the response that they would receive without the layer, so you can add it to a service whose clients rely on its
/// error bodies.
///
/// Place it outside all layers that can respond themselves, such as timeouts and body limits. Layers that compress
/// bodies, add headers or write the log can be outside of it. Of the layers of a [`Router`], the one added last is the
/// outermost; of those in a `ServiceBuilder`, it's the first.
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
/// The layer looks at responses with a status of 400 or more, and never changes a status.
///
/// | response | problem |
/// |---|---|
/// | has an [`ErrorRecord`] in its extensions | the error |
/// | has no body, or a `text/plain` body | an error with a code such as `HTTP_404`. A text of at most 4 KiB becomes its message, unless the status is 500 or more |
/// | has another body, such as JSON or HTML | none; the response stays as it is |
/// | is already a problem | none; the response stays as it is |
/// | the handler panicked | 500 with the code `INTERNAL_ERROR`, without the message of the panic |
///
/// The responses of `integrate(axum)`, [`Json`](super::Json), [`Negotiated`](super::Negotiated) and
/// [`Report`](crate::Report) have the `ErrorRecord` in their extensions. In an `IntoResponse` of your own, insert
/// [`ErrorRecord::from_error(&error)`](crate::ErrorRecord::from_error). If a client doesn't ask for problems, a panic
/// passes through the layer.
///
/// # Headers
///
/// A problem keeps all headers of the original response, except those about the replaced body, such as `Content-Type`
/// and `Content-Encoding`. `ETag` and `Last-Modified` are kept, because on an error they describe the resource.
/// If the response and the error both have a wait, `Retry-After` is the longer one. A response without
/// `Cache-Control` gets `no-store`.
///
/// An error response that could also be a problem gets `Vary: accept`, whether the client asked for the problem or not.
/// The response to a `HEAD` request has the headers of the problem, without a body.
///
/// [`ErrorRecord`]: crate::ErrorRecord
/// [`Router`]: https://docs.rs/axum/0.8/axum/struct.Router.html
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemLayer {
    by_default: bool,
    envelopes: bool,
}

impl ProblemLayer {
    /// Creates a layer that sends problems to the clients that name `application/problem+json`.
    pub const fn new() -> Self {
        Self { by_default: false, envelopes: false }
    }

    /// Also sends problems to clients that accept any media type: those without an `Accept` header, and those that
    /// accept `*/*` or `application/*`.
    #[must_use]
    pub const fn by_default(mut self) -> Self {
        self.by_default = true;
        self
    }

    /// Also sends errors to clients that name `application/json`, as an [`Envelope`](Representation::Envelope). A client
    /// that names both media types receives the one with the higher weight.
    #[must_use]
    pub const fn with_envelopes(mut self) -> Self {
        self.envelopes = true;
        self
    }

    /// The representation for a client with these request headers; `None` leaves its response unchanged.
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

/// The service of a [`ProblemLayer`].
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
    /// The future of a [`ProblemService`].
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
