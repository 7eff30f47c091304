//! Reason phrases of HTTP statuses.

/// The registered reason phrases of HTTP error statuses (RFC 9110 and its extensions).
// In a binary, a string takes less space than a table.
const PHRASES: &str = "400 Bad Request, 401 Unauthorized, 402 Payment Required, 403 Forbidden, 404 Not Found, \
    405 Method Not Allowed, 406 Not Acceptable, 407 Proxy Authentication Required, 408 Request Timeout, 409 Conflict, \
    410 Gone, 411 Length Required, 412 Precondition Failed, 413 Content Too Large, 414 URI Too Long, \
    415 Unsupported Media Type, 416 Range Not Satisfiable, 417 Expectation Failed, 421 Misdirected Request, \
    422 Unprocessable Content, 423 Locked, 424 Failed Dependency, 425 Too Early, 426 Upgrade Required, \
    428 Precondition Required, 429 Too Many Requests, 431 Request Header Fields Too Large, \
    451 Unavailable For Legal Reasons, 500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway, \
    503 Service Unavailable, 504 Gateway Timeout, 505 HTTP Version Not Supported, 506 Variant Also Negotiates, \
    507 Insufficient Storage, 508 Loop Detected, 511 Network Authentication Required";

/// Returns the reason phrase of an HTTP status. Returns `None` for unregistered statuses and for
/// statuses that aren't errors.
#[inline]
pub(crate) fn reason_phrase(status: u16) -> Option<&'static str> {
    let start = format!("{status} ");
    let mut entries = PHRASES.split(", ");
    entries.find_map(|entry| entry.strip_prefix(start.as_str()))
}
