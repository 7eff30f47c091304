//! A layer that adds details to statuses without details.

use crate::decoder;
use crate::encoder::Encoder;
use agent_error::ErrorRecord;
use http::{HeaderMap, Request, Response};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tonic::{Code, Status};
use tower_layer::Layer;
use tower_service::Service;

/// Adds details to each status that has none: to one that a handler created itself, as with [`Status::not_found`], and to
/// those of tonic, such as `UNIMPLEMENTED` for an unknown method.
///
/// If the source of the status is or contains a coded error, as after [`Status::from_error`], the details are those of
/// that error. If the status code is `UNKNOWN` as well, the status gets the error's status code and message.
///
/// Otherwise the details have the code `GRPC_` and the status code, such as `GRPC_NOT_FOUND`, and the facts that follow
/// from the status code. Secrets in the message are redacted.
///
/// Statuses with details and successful responses pass through unchanged. The layer also completes statuses at the end of
/// a stream.
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
        Self { encoder: Encoder::new() }
    }

    /// Sets the encoder of the details.
    #[must_use]
    pub fn encoder(mut self, encoder: Encoder) -> Self {
        self.encoder = encoder;
        self
    }
}

impl<S> Layer<S> for DetailsLayer {
    type Service = DetailsService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        DetailsService { inner, encoder: self.encoder.clone() }
    }
}

/// The service of a [`DetailsLayer`].
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
        DetailsFuture { future: self.inner.call(request), encoder: self.encoder.clone() }
    }
}

pin_project! {
    /// The future of a [`DetailsService`].
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
        // tonic keeps the status of a failed call, with its source, in the extensions.
        let status = response.extensions().get::<Status>().cloned();
        add_details(response.headers_mut(), status.as_ref(), this.encoder);
        let encoder = this.encoder.clone();
        Poll::Ready(Ok(response.map(|body| DetailsBody { body, encoder })))
    }
}

pin_project! {
    /// The body of a response, whose trailers get details.
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

/// Adds details to the status in these headers or trailers. `kept` is the status before it was encoded, with its source.
fn add_details(headers: &mut HeaderMap, kept: Option<&Status>, encoder: &Encoder) {
    let Some(bare) = Status::from_header_map(headers) else { return };
    if bare.code() == Code::Ok || !bare.details().is_empty() {
        return;
    }
    let complete = match kept.and_then(|status| agent_error::find(status)) {
        Some(coded) if bare.code() == Code::Unknown => encoder.status(coded),
        Some(coded) => {
            let mut record = ErrorRecord::from_error(coded);
            bare.message().clone_into(&mut record.message);
            encoder.encode(bare.code(), record)
        }
        None => encoder.encode(bare.code(), decoder::record(&bare)),
    };
    // Fails only if the status has metadata that isn't valid in a header; it has none.
    let _ = complete.add_header(headers);
}
