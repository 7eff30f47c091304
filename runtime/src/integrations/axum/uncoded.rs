//! Converts error responses without a coded error, such as axum's own rejections.

use crate::error::record::ErrorRecord;
use crate::integrations::http::prose;
use axum_core::body::Body;
use http::header::CONTENT_ENCODING;
use http::response::Parts;
use http_body::Body as _;
use std::pin::Pin;
use std::task::{Context, Poll};

/// The maximum body size that is read, in bytes.
const LONGEST_BODY: usize = 4096;
/// The maximum number of frames that a body may consist of.
const MAX_FRAMES: usize = 64;
/// Creates an error for a response without a coded error. Never includes the body of a server error.
pub(super) fn record(parts: &Parts, body: Body, context: &mut Context<'_>) -> ErrorRecord {
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
