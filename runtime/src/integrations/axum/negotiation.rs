//! Converts responses to the representation that the client requested.

use crate::error::record::ErrorRecord;
use crate::integrations::http::{Representation, document, media_type, prose, response, retry_after};
use crate::ready::Internal;
use crate::vocabulary::duration::whole_seconds;
use crate::vocabulary::terms::SideEffects;
use axum_core::body::Body;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_LOCATION,
    CONTENT_TYPE, HeaderName, RETRY_AFTER, TRAILER, TRANSFER_ENCODING, VARY,
};
use http::response::Parts;
use http::{HeaderMap, HeaderValue, Response};
use http_body::Body as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::SystemTime;

#[derive(Clone, Copy, Debug)]
pub(super) struct Negotiation {
    /// The requested representation, or `None` to leave the response unchanged.
    pub(super) representation: Option<Representation>,
    /// Whether the layer sends envelopes to other clients, which means that problems also need a `Vary` header.
    pub(super) offers_envelopes: bool,
    pub(super) is_head: bool,
}

impl Negotiation {
    /// Calls a function of the inner service. If the client requested a representation, catches panics and converts
    /// them to errors.
    pub(super) fn caught<T>(self, call: impl FnOnce() -> T) -> Result<T, ErrorRecord> {
        if self.representation.is_none() {
            return Ok(call());
        }
        catch_unwind(AssertUnwindSafe(call)).map_err(|payload| {
            // Leak the payload, because dropping it may panic again.
            std::mem::forget(payload);
            let error = Internal { message: "The server failed while it handled the request.".to_owned() };
            ErrorRecord::of(&error).with_side_effects(SideEffects::Partial)
        })
    }

    pub(super) fn of_panic(self, error: &ErrorRecord) -> Response<Body> {
        let response: Response<String> = response(error, self.representation.unwrap_or_default());
        let (mut parts, document) = response.into_parts();
        add_vary(&mut parts.headers);
        self.finished(parts, document, true)
    }

    pub(super) fn negotiated(self, mut response: Response<Body>, context: &mut Context<'_>) -> Response<Body> {
        if !self.applies_to(&response) {
            return response;
        }
        add_vary(response.headers_mut());
        match self.representation {
            None => response,
            Some(Representation::Problem) if Representation::Problem.is_sent(response.headers()) => response,
            Some(representation) => self.converted(response, representation, context),
        }
    }

    /// Whether the layer would convert this response for some clients.
    fn applies_to(self, response: &Response<Body>) -> bool {
        let status = response.status();
        if !status.is_client_error() && !status.is_server_error() {
            return false;
        }
        let is_problem = Representation::Problem.is_sent(response.headers());
        match response.extensions().get::<ErrorRecord>() {
            Some(_) => self.offers_envelopes || !is_problem,
            None => !is_problem && self.is_empty_or_text(response),
        }
    }

    /// Whether the body is empty or plain text, or would be for `GET` if the request is `HEAD`.
    fn is_empty_or_text(self, response: &Response<Body>) -> bool {
        let is_text = media_type(response.headers()).is_some_and(|found| found.eq_ignore_ascii_case("text/plain"));
        let is_empty = response.body().size_hint().exact() == Some(0);
        is_text || is_empty && !self.is_stripped(response.headers(), response.body())
    }

    /// Whether an inner service removed the body for `HEAD`. Its length remains in the headers.
    fn is_stripped(self, headers: &HeaderMap, body: &Body) -> bool {
        self.is_head && body.is_end_stream() && headers.get(CONTENT_LENGTH).is_some_and(|length| length != "0")
    }

    fn converted(
        self,
        response: Response<Body>,
        representation: Representation,
        context: &mut Context<'_>,
    ) -> Response<Body> {
        let (mut parts, body) = response.into_parts();
        let (error, is_complete) = match parts.extensions.get::<ErrorRecord>() {
            Some(record) if record.facts.known_status() == Some(parts.status.as_u16()) => (record.clone(), true),
            Some(record) => (record.clone().with_status(parts.status.as_u16()), true),
            None => {
                // The message isn't available, so the length of the document is unknown.
                let is_stripped = self.is_stripped(&parts.headers, &body);
                (uncoded(&parts, body, context), !is_stripped)
            }
        };
        let document = document(error.clone(), parts.status, representation);
        replace_headers(&mut parts.headers, &error, representation);
        self.finished(parts, document, is_complete)
    }

    /// Completes the response. For `HEAD`, omits the body.
    fn finished(self, mut parts: Parts, document: String, is_complete: bool) -> Response<Body> {
        if !self.is_head {
            return Response::from_parts(parts, Body::from(document));
        }
        if is_complete {
            parts.headers.insert(CONTENT_LENGTH, HeaderValue::from(document.len()));
        }
        Response::from_parts(parts, Body::empty())
    }
}

const OF_THE_BODY: [HeaderName; 12] = [
    CONTENT_DISPOSITION,
    CONTENT_ENCODING,
    CONTENT_LANGUAGE,
    CONTENT_LENGTH,
    CONTENT_LOCATION,
    CONTENT_TYPE,
    TRAILER,
    TRANSFER_ENCODING,
    HeaderName::from_static("content-digest"),
    HeaderName::from_static("content-md5"),
    HeaderName::from_static("digest"),
    HeaderName::from_static("repr-digest"),
];

fn replace_headers(headers: &mut HeaderMap, error: &ErrorRecord, representation: Representation) {
    for name in OF_THE_BODY {
        headers.remove(name);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(representation.content_type()));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let stated = retry_after(headers, SystemTime::now());
    if let Some(wait) = error.retry_after.filter(|wait| stated.is_none_or(|stated| stated < *wait)) {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(wait)));
    }
}

/// Adds `Vary: accept` unless the response already has it. Otherwise, a cache could send a problem to a client that
/// didn't request one.
fn add_vary(headers: &mut HeaderMap) {
    let values = headers.get_all(VARY).iter().filter_map(|value| value.to_str().ok());
    let mut names = values.flat_map(|value| value.split(',')).map(str::trim);
    if !names.any(|name| name == "*" || name.eq_ignore_ascii_case("accept")) {
        headers.append(VARY, HeaderValue::from_static("accept"));
    }
}

/// The maximum body size that is read, in bytes.
const LONGEST_BODY: usize = 4096;
const MAX_FRAMES: usize = 64;
/// Creates an error for a response without a coded error. Never includes the body of a server error.
fn uncoded(parts: &Parts, body: Body, context: &mut Context<'_>) -> ErrorRecord {
    let mut record = ErrorRecord::from_response(parts.status, &parts.headers, b"");
    // The title of the problem contains the reason phrase, which the `http` crate spells differently for 413 and 422.
    record.message = format!("The request failed with status {}.", parts.status.as_u16());
    if parts.status.is_server_error() || parts.headers.contains_key(CONTENT_ENCODING) {
        return record;
    }
    let said = prose(&available_text(body, context).unwrap_or_default());
    if !said.message.is_empty() {
        record.message.clone_from(&said.message);
    }
    record.detail.clone_from(&said.detail);
    record
}

/// Returns the text of a short body if it's available without waiting.
fn available_text(mut body: Body, context: &mut Context<'_>) -> Option<String> {
    let mut bytes = Vec::new();
    for _ in 0..MAX_FRAMES {
        match Pin::new(&mut body).poll_frame(context) {
            Poll::Ready(None) => return String::from_utf8(bytes).ok(),
            Poll::Ready(Some(Ok(frame))) => {
                let data = frame.into_data().unwrap_or_default();
                if bytes.len() + data.len() > LONGEST_BODY {
                    return None;
                }
                bytes.extend_from_slice(&data);
            }
            Poll::Ready(Some(Err(_))) | Poll::Pending => return None,
        }
    }
    None
}
