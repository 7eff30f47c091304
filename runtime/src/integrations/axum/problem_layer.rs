//! A layer that converts error responses to problems.

use crate::error::record::ErrorRecord;
use crate::integrations::http::{PROBLEM, document, is_problem, media_type, prose, set_headers};
use axum_core::BoxError;
use axum_core::body::Body;
use axum_core::extract::FromRequest as _;
use bytes::Bytes;
use http::header::{
    ACCEPT, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE,
    TRANSFER_ENCODING, VARY,
};
use http::response::Parts;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::Body as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use tower_layer::Layer;
use tower_service::Service;

/// A layer that sends errors as problem details (RFC 9457) to clients that request them.
///
/// By default, only clients whose `Accept` header lists `application/problem+json` receive
/// problems. All other clients receive the same response as without the layer. If an error type has
/// `integrate(axum)`, its responses are problems for all clients.
///
/// Place the layer outside of all layers that can respond themselves; the
/// [guide](crate::_guide::http) shows how. Layers for compression, headers and logging can be
/// outside of it.
///
/// The layer converts responses with a status of 400 or more. It never changes the status.
///
/// | response | problem |
/// |---|---|
/// | has an [`ErrorRecord`] in its extensions | this error |
/// | has the `Content-Type` `text/plain` or none | an error with a code such as `HTTP_404`. If the status is less than 500, a text of at most 4 KiB becomes the message or the detail |
/// | has another `Content-Type`, such as HTML, JSON or that of a problem | none; the response is unchanged |
///
/// A problem keeps all headers of the original response except for those that describe the replaced
/// body, such as `Content-Type` and `Content-Encoding`. A missing `Retry-After` is set to the
/// error's retry delay, and a missing `Cache-Control` to `no-store`. Unless the layer sends
/// problems to all clients, every error response that it could convert gets `Vary: accept`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemLayer {
    by_default: bool,
}

impl ProblemLayer {
    /// Creates a layer that sends problems only to clients that request them.
    pub const fn new() -> Self {
        Self { by_default: false }
    }

    /// Sends problems to all clients, regardless of the `Accept` header. RFC 9110, section 12.4.1,
    /// allows this.
    #[must_use]
    pub const fn by_default(mut self) -> Self {
        self.by_default = true;
        self
    }
}

impl<S> Layer<S> for ProblemLayer {
    type Service = ProblemService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ProblemService {
            inner,
            layer: *self,
        }
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
    S::Future: Send + 'static,
    ResponseBody: http_body::Body<Data = Bytes> + Send + 'static,
    ResponseBody::Error: Into<BoxError>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<RequestBody>) -> Self::Future {
        let by_default = self.layer.by_default;
        let is_requested = by_default || lists_problems(request.headers());
        let response = self.inner.call(request);
        Box::pin(async move {
            let mut response = response.await?.map(Body::new);
            if is_convertible(&response) {
                if !by_default {
                    // Otherwise, a cache could send a problem to a client that didn't request one.
                    response
                        .headers_mut()
                        .append(VARY, HeaderValue::from_static("accept"));
                }
                if is_requested {
                    response = converted(response).await;
                }
            }
            Ok(response)
        })
    }
}

/// Whether the `Accept` header lists problem details, with a weight other than 0.
fn lists_problems(request: &HeaderMap) -> bool {
    let values = request
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut ranges = values
        .flat_map(|value| value.split(','))
        .map(str::to_ascii_lowercase);
    ranges.any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_refused = |parameter: &str| {
            parameter
                .strip_prefix("q=")
                .is_some_and(|q| q.parse() == Ok(0.0))
        };
        parts.next() == Some(PROBLEM) && !parts.any(is_refused)
    })
}

fn is_convertible(response: &Response<Body>) -> bool {
    let (status, headers) = (response.status(), response.headers());
    let is_text = |found: &str| found.eq_ignore_ascii_case("text/plain");
    let is_text = media_type(headers).map_or(!headers.contains_key(CONTENT_TYPE), is_text);
    let is_convertible = is_text || response.extensions().get::<ErrorRecord>().is_some();
    (status.is_client_error() || status.is_server_error()) && !is_problem(headers) && is_convertible
}

async fn converted(response: Response<Body>) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let error = match parts.extensions.get::<ErrorRecord>() {
        Some(record) => record.clone().with_status(parts.status.as_u16()),
        None => uncoded(&parts, body).await,
    };
    for name in [
        CONTENT_DISPOSITION,
        CONTENT_ENCODING,
        CONTENT_LANGUAGE,
        CONTENT_LENGTH,
        TRANSFER_ENCODING,
    ] {
        parts.headers.remove(name);
    }
    set_headers(&mut parts.headers, &error);
    Response::from_parts(parts, Body::from(document(error)))
}

/// The maximum length of a text that is read, in bytes.
const LONGEST_TEXT: u64 = 4096;

/// Creates an error for a response without a coded error. Never includes the body of a server
/// error.
async fn uncoded(parts: &Parts, body: Body) -> ErrorRecord {
    let mut record = ErrorRecord::from_response(parts.status, &parts.headers, b"");
    // The title of the problem contains the reason phrase, which the `http` crate spells
    // differently for 413 and 422.
    record.fields.message = format!("The request failed with status {}.", parts.status.as_u16());
    let is_short = body
        .size_hint()
        .exact()
        .is_some_and(|length| length <= LONGEST_TEXT);
    if is_short && parts.status.is_client_error() && !parts.headers.contains_key(CONTENT_ENCODING) {
        let text = Bytes::from_request(Request::new(body), &())
            .await
            .unwrap_or_default();
        let said = prose(&String::from_utf8_lossy(&text));
        if !said.fields.message.is_empty() {
            record.fields.message.clone_from(&said.fields.message);
        }
        record.fields.detail.clone_from(&said.fields.detail);
    }
    record
}
