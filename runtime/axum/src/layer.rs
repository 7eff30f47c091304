//! A layer that converts error responses.

use agent_error::__private::fields;
use agent_error::http::{for_clients, record, sent_with, set_headers};
use agent_error::{ErrorRecord, Format, render};
use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::extract::FromRequest as _;
use axum::http::header::{
    ACCEPT, ALLOW, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH,
    CONTENT_TYPE, TRANSFER_ENCODING, VARY,
};
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use tower_layer::Layer;
use tower_service::Service;

/// A layer that sends errors as problem details (RFC 9457), or in another format, to clients that
/// request them.
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
/// | has another `Content-Type`, such as HTML or JSON | none; the response is unchanged |
///
/// A problem keeps all headers of the original response except for those that describe the replaced
/// body, such as `Content-Type` and `Content-Encoding`. A missing `Retry-After` is set to the
/// error's retry delay, and a missing `Cache-Control` to `no-store`. Unless the layer sends
/// problems to all clients, every error response that it could convert gets `Vary: accept`.
///
/// # Request IDs
///
/// If the response or the request has the header `x-request-id`, which tower-http's
/// `SetRequestIdLayer` adds, the context of every problem contains its value as `request_id`. So
/// does the error in the response extensions, which lets your log and your clients refer to the
/// same request.
///
/// ```
/// use agent_error::Format;
/// use agent_error_axum::ErrorLayer;
/// use axum::Router;
///
/// let problems: Router = Router::new().layer(ErrorLayer::new().by_default());
/// let envelopes: Router = Router::new().layer(ErrorLayer::new().format(Format::ENVELOPE).by_default());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ErrorLayer {
    format: Format,
    by_default: bool,
}

impl Default for ErrorLayer {
    fn default() -> Self {
        Self::new()
    }
}

impl ErrorLayer {
    /// Creates a layer that sends problems only to clients that request them.
    pub const fn new() -> Self {
        Self {
            format: Format::PROBLEM,
            by_default: false,
        }
    }

    /// Sends errors in the layer's format to all clients, regardless of the `Accept` header. RFC
    /// 9110, section 12.4.1, allows this.
    #[must_use]
    pub const fn by_default(mut self) -> Self {
        self.by_default = true;
        self
    }

    /// Sets the format. The default is [`Format::PROBLEM`]. Without
    /// [`by_default`](Self::by_default), a client requests the format by its media type, such as
    /// `application/json`. Also converts the problems of types with `integrate(axum)`.
    #[must_use]
    pub const fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    async fn convert(self, mut response: Response<Body>, call: Call) -> Response<Body> {
        let kind = BodyKind::of(&response);
        if kind == BodyKind::Other {
            return response;
        }
        let request_id = request_id(response.headers()).or_else(|| call.request_id.clone());
        if let Some(record) = response.extensions_mut().get_mut::<ErrorRecord>() {
            *record = with_request_id(record.clone(), request_id.as_deref());
        }
        let is_problem_for_all = kind == BodyKind::Problem && self.format == Format::PROBLEM;
        let depends_on_accept = !self.by_default && !is_problem_for_all;
        if depends_on_accept {
            // Otherwise, a cache could send a problem to a client that didn't request one.
            let accept = HeaderValue::from_static("accept");
            response.headers_mut().append(VARY, accept);
        }
        let format = if self.by_default || call.accepts_format {
            self.format
        } else if kind == BodyKind::Problem {
            Format::PROBLEM
        } else {
            return response;
        };
        let is_problem_already = kind == BodyKind::Problem && format == Format::PROBLEM;
        if is_problem_already && request_id.is_none() {
            return response;
        }
        let (parts, body) = response.into_parts();
        let error = match parts.extensions.get::<ErrorRecord>() {
            Some(record) => sent_with(record.clone(), parts.status),
            None => uncoded(&parts, body, &call).await,
        };
        rewritten(parts, &error, format, request_id.as_deref())
    }
}

impl<S> Layer<S> for ErrorLayer {
    type Service = ErrorService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        ErrorService {
            inner,
            layer: *self,
        }
    }
}

/// The service that [`ErrorLayer`] creates.
///
/// ```
/// use agent_error_axum::{ErrorLayer, ErrorService};
/// use axum::Router;
/// use tower_layer::Layer;
///
/// fn with_problems(router: Router) -> ErrorService<Router> {
///     ErrorLayer::new().by_default().layer(router)
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ErrorService<S> {
    inner: S,
    layer: ErrorLayer,
}

impl<S, RequestBody, ResponseBody> Service<Request<RequestBody>> for ErrorService<S>
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
        let layer = self.layer;
        let call = Call {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            request_id: request_id(request.headers()),
            accepts_format: accepts(request.headers(), layer.format.media_type()),
        };
        let response = self.inner.call(request);
        Box::pin(async move {
            let response = response.await?.map(Body::new);
            Ok(layer.convert(response, call).await)
        })
    }
}

/// The parts of a request that the layer needs after the inner service has consumed it.
struct Call {
    method: Method,
    path: String,
    request_id: Option<String>,
    /// Whether the `Accept` header lists the layer's format.
    accepts_format: bool,
}

/// What the layer can do with a response.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    /// Nothing: it's a success, or the service chose its body, such as HTML.
    Other,
    /// The layer can rewrite it. It's a problem for all clients already.
    Problem,
    /// The layer can rewrite it for clients that request the format.
    Convertible,
}

impl BodyKind {
    fn of(response: &Response<Body>) -> Self {
        let status = response.status();
        if !status.is_client_error() && !status.is_server_error() {
            return Self::Other;
        }
        let headers = response.headers();
        let has_record = response.extensions().get::<ErrorRecord>().is_some();
        let content_type = headers.get(CONTENT_TYPE).map(media_type);
        let is_problem = content_type == Some(media_type_of(Format::PROBLEM));
        let is_text = match content_type {
            Some(media_type) => media_type == "text/plain",
            None => true,
        };
        if is_problem && has_record {
            Self::Problem
        } else if is_problem {
            Self::Other
        } else if has_record || is_text {
            Self::Convertible
        } else {
            Self::Other
        }
    }
}

/// Returns the media type in lower case, without parameters. Empty if it isn't ASCII.
fn media_type(content_type: &HeaderValue) -> String {
    let text = content_type.to_str().unwrap_or_default();
    without_parameters(text).to_ascii_lowercase()
}

fn media_type_of(format: Format) -> String {
    without_parameters(format.media_type()).to_owned()
}

fn without_parameters(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}

/// Whether the `Accept` header lists this content type, with a weight other than 0.
fn accepts(request: &HeaderMap, content_type: &str) -> bool {
    let wanted = without_parameters(content_type);
    request
        .get_all(ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|range| is_wanted(&range.to_ascii_lowercase(), wanted))
}

fn is_wanted(range: &str, wanted: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    parts.next() == Some(wanted) && !parts.any(is_weight_of_zero)
}

fn is_weight_of_zero(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=");
    weight.is_some_and(|weight| weight.parse() == Ok(0.0))
}

fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get("x-request-id")?.to_str().ok()?;
    Some(id.to_owned())
}

/// Adds the ID of the request, unless the error has one itself.
fn with_request_id(record: ErrorRecord, id: Option<&str>) -> ErrorRecord {
    const NAME: &str = "request_id";
    match id {
        Some(id) if record.context().get(NAME).is_none() => record.with_context(NAME, id),
        _ => record,
    }
}

/// Replaces the body of a response.
fn rewritten(
    mut parts: Parts,
    error: &ErrorRecord,
    format: Format,
    request_id: Option<&str>,
) -> Response<Body> {
    for name in [
        CONTENT_DISPOSITION,
        CONTENT_ENCODING,
        CONTENT_LANGUAGE,
        CONTENT_LENGTH,
        TRANSFER_ENCODING,
    ] {
        parts.headers.remove(name);
    }
    set_headers(&mut parts.headers, error, format);
    // The ID isn't a value of the error, so clients always see it.
    let visible = with_request_id(for_clients(error.clone()), request_id);
    Response::from_parts(parts, Body::from(render(&visible, format)))
}

/// The maximum length of a text that is read, in bytes.
const LONGEST_TEXT: u64 = 4096;

/// Creates an error for a response without a coded error.
async fn uncoded(parts: &Parts, body: Body, call: &Call) -> ErrorRecord {
    let text = text_of_client_error(parts, body).await;
    let without_text = record(&call.method, parts.status, &parts.headers, b"");
    let mut error = record(&call.method, parts.status, &parts.headers, &text);
    let is_message_generic = error.message() == without_text.message();
    if is_message_generic {
        fields(&mut error).message = described(parts, call);
    }
    if parts.status == StatusCode::METHOD_NOT_ALLOWED {
        let actions = allowed_methods(&parts.headers).into_iter();
        error = error.with_actions(actions.map(|method| format!("{method} {}", call.path)));
    }
    // Nothing here is from a failure of the server.
    error.with_public(true)
}

/// Returns the body if it's short. Never returns that of a server error.
async fn text_of_client_error(parts: &Parts, body: Body) -> Bytes {
    let length = body.size_hint().exact();
    let is_short = length.is_some_and(|length| length <= LONGEST_TEXT);
    let is_encoded = parts.headers.contains_key(CONTENT_ENCODING);
    let is_read = is_short && !is_encoded && parts.status.is_client_error();
    if !is_read {
        return Bytes::new();
    }
    let read = Bytes::from_request(Request::new(body), &()).await;
    read.unwrap_or_default()
}

/// Describes a response without text. The title of a problem contains the reason phrase.
fn described(parts: &Parts, call: &Call) -> String {
    /// The maximum length of a path that is repeated, in bytes.
    const LONGEST_PATH: usize = 256;
    let path = if call.path.len() <= LONGEST_PATH {
        format!("`{}`", call.path)
    } else {
        "this path".to_owned()
    };
    match parts.status {
        StatusCode::NOT_FOUND => format!("Nothing was found at {path}."),
        StatusCode::METHOD_NOT_ALLOWED => {
            let methods = allowed_methods(&parts.headers);
            let alternatives = if methods.is_empty() {
                // axum adds the header only after the layers of a router.
                "The header `Allow` lists the methods that are.".to_owned()
            } else {
                format!("Allowed methods: {}.", methods.join(", "))
            };
            format!(
                "The method `{}` isn't supported at {path}. {alternatives}",
                call.method
            )
        }
        status => format!("The request failed with status {}.", status.as_u16()),
    }
}

fn allowed_methods(headers: &HeaderMap) -> Vec<&str> {
    headers
        .get_all(ALLOW)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|method| !method.is_empty())
        .collect()
}
