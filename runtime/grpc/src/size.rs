//! Limits the size of a status.

use crate::details::Details;
use prost::Message;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb;

/// The overhead of a header, which HTTP/2 adds to the length of the name and value (RFC 9113,
/// section 6.5.2).
const OVERHEAD: usize = 32;
/// An upper bound for the size of a response's other headers: `:status`, `content-type`, `date` and
/// `grpc-status`.
const OTHER_HEADERS: usize = 256;
const MESSAGE: usize = "grpc-message".len() + OVERHEAD;
const DETAILS: usize = "grpc-status-details-bin".len() + OVERHEAD;

/// If a status is too large, its message is truncated to `limit / MESSAGE_FRACTION` bytes.
const MESSAGE_FRACTION: usize = 8;

/// The steps that drop details, in order. Each step receives the number of excess bytes.
const STEPS: &[fn(&mut Details, usize)] = &[
    Details::drop_context,
    Details::drop_field_errors,
    Details::drop_resource_info,
    Details::drop_precondition_failure,
    Details::drop_help,
    Details::drop_advice,
    Details::drop_all,
];

/// Creates a status of at most `limit` bytes, with as many details as fit.
pub(crate) fn fit(code: Code, message: &str, mut details: Details, limit: usize) -> Status {
    let mut sent = details.to_any();
    if excess(code, message, &sent, limit) == 0 {
        return status(code, message, sent);
    }
    let short_message = truncated(message, limit / MESSAGE_FRACTION);
    for drop_details in STEPS {
        let excess_bytes = excess(code, short_message, &sent, limit);
        if excess_bytes == 0 {
            break;
        }
        drop_details(&mut details, excess_bytes);
        sent = details.to_any();
    }
    // With a very small limit, the short message may also be too long.
    let room = limit.saturating_sub(OTHER_HEADERS + MESSAGE);
    status(code, truncated(short_message, room), sent)
}

fn status(code: Code, message: &str, details: Vec<Any>) -> Status {
    if details.is_empty() {
        return Status::new(code, message);
    }
    let bytes = encoded(code, message, details).encode_to_vec();
    Status::with_details(code, message, bytes.into())
}

fn encoded(code: Code, message: &str, details: Vec<Any>) -> pb::Status {
    pb::Status {
        code: code.into(),
        message: message.to_owned(),
        details,
    }
}

/// Returns the number of bytes by which the details exceed the limit.
fn excess(code: Code, message: &str, details: &[Any], limit: usize) -> usize {
    let fixed = OTHER_HEADERS + MESSAGE + percent_encoded_len(message);
    if details.is_empty() {
        return fixed.saturating_sub(limit);
    }
    // tonic encodes the details as Base64 without padding, which turns three bytes into four
    // characters.
    let room = limit.saturating_sub(fixed + DETAILS) / 4 * 3;
    let length = encoded(code, message, details.to_vec()).encoded_len();
    length.saturating_sub(room)
}

/// Returns the length of the message after tonic has percent-encoded it in `grpc-message`.
fn percent_encoded_len(message: &str) -> usize {
    message.bytes().map(encoded_byte_len).sum()
}

fn encoded_byte_len(byte: u8) -> usize {
    match byte {
        b' ' | b'"' | b'#' | b'%' | b'<' | b'>' | b'`' | b'?' | b'{' | b'}' => 3,
        b'!'..=b'~' => 1,
        _ => 3,
    }
}

/// Truncates a message to at most `max` bytes after percent-encoding.
fn truncated(message: &str, max: usize) -> &str {
    let mut length = 0;
    for (place, character) in message.char_indices() {
        let mut bytes = [0; 4];
        length += percent_encoded_len(character.encode_utf8(&mut bytes));
        if length > max {
            return &message[..place];
        }
    }
    message
}
