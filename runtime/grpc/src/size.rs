//! Keeps a status within its size limit.

use crate::details::Details;
use prost::Message;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb;

/// HTTP/2 counts this many bytes for each header, in addition to its name and its value (RFC 9113, section 6.5.2).
const OVERHEAD: usize = 32;
/// The size of the other headers of a response: `:status`, `content-type`, `date` and `grpc-status`.
const OTHER_HEADERS: usize = 256;
const MESSAGE: usize = "grpc-message".len() + OVERHEAD;
const DETAILS: usize = "grpc-status-details-bin".len() + OVERHEAD;

/// If a status is too large, its message may take up this fraction of the limit.
const MESSAGE_FRACTION: usize = 8;

/// The order in which details are dropped. Each step is given the number of excess bytes.
const STEPS: &[fn(&mut Details, usize)] = &[
    Details::drop_context,
    Details::drop_field_errors,
    Details::drop_resource_info,
    Details::drop_precondition_failure,
    Details::drop_help,
    Details::drop_advice,
    Details::drop_all,
];

/// The status with as many of its details as fit into `limit`.
pub(crate) fn fit(code: Code, message: &str, mut details: Details, limit: usize) -> Status {
    let mut sent = details.to_any();
    if excess(code, message, &sent, limit) == 0 {
        return status(code, message, sent);
    }
    let message = truncated(message, limit / MESSAGE_FRACTION);
    for step in STEPS {
        let excess = excess(code, message, &sent, limit);
        if excess == 0 {
            break;
        }
        step(&mut details, excess);
        sent = details.to_any();
    }
    let room = limit.saturating_sub(OTHER_HEADERS + MESSAGE);
    status(code, truncated(message, room), sent)
}

fn status(code: Code, message: &str, details: Vec<Any>) -> Status {
    match details.is_empty() {
        true => Status::new(code, message),
        false => Status::with_details(code, message, encoded(code, message, details).encode_to_vec().into()),
    }
}

fn encoded(code: Code, message: &str, details: Vec<Any>) -> pb::Status {
    pb::Status { code: code.into(), message: message.to_owned(), details }
}

/// The number of bytes of the details that exceed the limit.
fn excess(code: Code, message: &str, details: &[Any], limit: usize) -> usize {
    let fixed = OTHER_HEADERS + MESSAGE + percent_encoded_len(message);
    if details.is_empty() {
        return fixed.saturating_sub(limit);
    }
    // tonic encodes three bytes as four characters, without padding.
    let room = limit.saturating_sub(fixed + DETAILS) / 4 * 3;
    encoded(code, message, details.to_vec()).encoded_len().saturating_sub(room)
}

/// The length of a message in `grpc-message`, as tonic encodes it.
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

/// The longest start of a message that has at most `max` percent-encoded bytes.
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
