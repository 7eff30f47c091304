//! HTTP, whatever the framework or the client: errors as responses, and responses as errors.
mod accept;
mod fields;
mod foreign;
mod page;
mod read;
mod response;
mod retry_after;
mod status;

pub use read::{LONGEST_BODY, read};
pub use response::response;
pub use retry_after::retry_after;
pub use status::{exit_code, is_retryable};

use crate::format::Format;
use http::HeaderMap;
use http::header::ACCEPT;

/// The two forms in which an error is sent over HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// `application/problem+json`, as of RFC 9457.
    #[default]
    Problem,
    /// Our envelope, which is `application/json`.
    Envelope,
}

impl Representation {
    /// What the client prefers that sends a request with these headers: [`Envelope`](Self::Envelope) if it gives
    /// `application/json` a higher weight in `Accept`, or the same and names it more exactly; else
    /// [`Problem`](Self::Problem). Whoever accepts neither gets a problem, too: an error that cannot be read is better
    /// than none (RFC 9110, section 12.4.1).
    pub fn preferred(request: &HeaderMap) -> Self {
        accept::preferred(request.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()))
    }

    /// Its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Problem => "application/problem+json",
            Self::Envelope => "application/json",
        }
    }

    /// Its format.
    pub const fn format(self) -> Format {
        match self {
            Self::Problem => Format::Problem,
            Self::Envelope => Format::Envelope,
        }
    }
}
