//! A layer that adds details to statuses.

use crate::decoder;
use crate::encoder::Encoder;
use agent_error::__private::fields;

use http::{HeaderMap, Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tonic::{Code, Status};
use tower_layer::Layer;
use tower_service::Service;

/// A layer that adds details to statuses that have none: statuses that a handler creates itself,
/// such as [`Status::not_found`], and tonic's own statuses, such as `UNIMPLEMENTED` for an unknown
/// method.
///
/// If the status's source is or contains a coded error, as with [`Status::from_error`], the layer
/// adds the details of that error. If the status code is `UNKNOWN`, the layer also copies the
/// error's status code and message.
///
/// Otherwise, the error code in the details is `GRPC_` followed by the status code, such as
/// `GRPC_NOT_FOUND`. All other details are derived from the status code. Secrets in the message are
/// redacted. The message stays as the handler wrote it.
///
/// Successful responses and statuses with details pass through unchanged. The layer also adds
/// details to a status at the end of a stream.
///
/// ```
/// use agent_error_tonic::DetailsLayer;
/// use tonic::transport::Server;
/// let server = Server::builder().layer(DetailsLayer::new());
/// // server.add_service(…).serve(address)
/// ```
#[derive(Clone, Debug, Default)]
pub struct DetailsLayer {
    encoder: Encoder,
}

impl DetailsLayer {
    /// Creates a layer with the default settings of an [`Encoder`].
    pub const fn new() -> Self {
        Self {
            encoder: Encoder::new(),
        }
    }

    /// Sets the encoder that creates the details.
    #[must_use]
    pub fn encoder(mut self, encoder: Encoder) -> Self {
        self.encoder = encoder;
        self
    }
}

impl<S> Layer<S> for DetailsLayer {
    type Service = DetailsService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        DetailsService {
            inner,
            encoder: self.encoder.clone(),
        }
    }
}

/// The service that [`DetailsLayer`] creates.
///
/// ```
/// use agent_error_tonic::{DetailsLayer, DetailsService};
/// use tower_layer::Layer;
///
/// /// Wraps a single service instead of a whole server.
/// fn with_details<S>(service: S) -> DetailsService<S> {
///     DetailsLayer::new().layer(service)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct DetailsService<S> {
    inner: S,
    encoder: Encoder,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for DetailsService<S>
where
    S: Service<Request<RequestBody>, Response = Response<ResponseBody>>,
{
    type Response = Response<DetailsBody<ResponseBody>>;
    type Error = S::Error;
    type Future = DetailsFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        DetailsFuture {
            future: self.inner.call(request),
            encoder: self.encoder.clone(),
        }
    }
}

pin_project! {
    /// The future that [`DetailsService`] returns.
    ///
    /// ```
    /// use agent_error_tonic::{DetailsFuture, DetailsService};
    /// use http::{Request, Response};
    /// use tonic::body::Body;
    /// use tower_service::Service;
    ///
    /// fn call<S>(service: &mut DetailsService<S>, request: Request<Body>) -> DetailsFuture<S::Future>
    /// where
    ///     S: Service<Request<Body>, Response = Response<Body>>,
    /// {
    ///     service.call(request)
    /// }
    /// ```
    #[derive(Debug)]
    pub struct DetailsFuture<F> {
        #[pin]
        future: F,
        encoder: Encoder,
    }
}

impl<F, B, E> Future for DetailsFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = Result<Response<DetailsBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut response = ready!(this.future.poll(context))?;
        // tonic stores the status of a failed call, including its source, in the extensions.
        let status = response.extensions().get::<Status>().cloned();
        add_details(response.headers_mut(), status.as_ref(), this.encoder);
        let encoder = this.encoder.clone();
        Poll::Ready(Ok(response.map(|body| DetailsBody { body, encoder })))
    }
}

pin_project! {
    /// A response body that adds details to the status in its trailers.
    ///
    /// ```
    /// use agent_error_tonic::{DetailsBody, DetailsService};
    /// use http::{Request, Response};
    /// use tonic::body::Body;
    /// use tower_service::Service;
    ///
    /// async fn call<S>(service: &mut DetailsService<S>, request: Request<Body>) -> Result<DetailsBody<Body>, S::Error>
    /// where
    ///     S: Service<Request<Body>, Response = Response<Body>>,
    /// {
    ///     Ok(service.call(request).await?.into_body())
    /// }
    /// ```
    #[derive(Debug)]
    pub struct DetailsBody<B> {
        #[pin]
        body: B,
        encoder: Encoder,
    }
}

impl<B: Body> Body for DetailsBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = self.project();
        let mut frame = ready!(this.body.poll_frame(context));
        if let Some(Ok(frame)) = &mut frame
            && let Some(trailers) = frame.trailers_mut()
        {
            add_details(trailers, None, this.encoder);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Adds details to the status in these headers or trailers. `kept` is the original status, which
/// still has its source.
fn add_details(headers: &mut HeaderMap, kept: Option<&Status>, encoder: &Encoder) {
    let Some(bare) = Status::from_header_map(headers) else {
        return;
    };
    if bare.code() == Code::Ok || !bare.details().is_empty() {
        return;
    }
    let complete = match kept.and_then(|status| agent_error::find(status)) {
        Some(coded) if bare.code() == Code::Unknown => encoder.status(coded),
        Some(coded) => {
            let mut record = coded.record();
            bare.message().clone_into(&mut fields(&mut record).message);
            encoder.encode(bare.code(), record)
        }
        // The handler wrote the message for clients.
        None => encoder.encode(bare.code(), decoder::record(&bare).with_public(true)),
    };
    // This only fails if the status has metadata that isn't valid in a header, but the status has
    // no metadata.
    let _ = complete.add_header(headers);
}
