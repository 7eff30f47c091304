//! Converts errors to statuses, for servers.

use crate::code;
use crate::details::Details;
use crate::size::fit;
use agent_error::__private::{Caller, clean_capped, fields};
use agent_error::{AgentError, ErrorRecord};
use http::Uri;
use std::borrow::Cow;
use std::sync::Arc;
use tonic::{Code, Status};

/// The default size limit, in bytes. Most gRPC libraries accept 8 KiB of metadata.
pub const DEFAULT_SIZE_LIMIT: usize = 8 * 1024;

/// Converts errors to gRPC statuses, with configurable settings.
///
/// ```
/// use agent_error::{ErrorRecord, exit};
/// use agent_error_tonic::Encoder;
/// use tonic_types::StatusExt;
///
/// let encoder = Encoder::new().domain("shop.example.com").size_limit(4096);
/// let error = ErrorRecord::new("ORDER_NOT_FOUND", "no order 9").with_exit_code(exit::NOT_FOUND);
/// let status = encoder.status(&error);
/// assert_eq!(status.code(), tonic::Code::NotFound);
/// assert_eq!(status.get_details_error_info().unwrap().domain, "shop.example.com");
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    domain: Option<Cow<'static, str>>,
    size_limit: usize,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// Creates an encoder with the default settings.
    pub const fn new() -> Self {
        Self {
            domain: None,
            size_limit: DEFAULT_SIZE_LIMIT,
        }
    }

    /// Sets the domain in `ErrorInfo`, such as the name of the service. Codes are unique within a
    /// domain.
    ///
    /// By default, the domain is the host of the error's docs URL. It's empty if the error has no
    /// docs URL.
    #[must_use]
    pub fn domain(mut self, domain: impl Into<Cow<'static, str>>) -> Self {
        self.domain = Some(domain.into());
        self
    }

    /// Sets the maximum size of a status in bytes, computed like the size of an HTTP/2 header list.
    /// The default is [`DEFAULT_SIZE_LIMIT`].
    ///
    /// If you add metadata to the status yourself, subtract the metadata's size. The crate
    /// documentation lists the order in which [details are dropped](crate#size).
    #[must_use]
    pub const fn size_limit(mut self, bytes: usize) -> Self {
        self.size_limit = bytes;
        self
    }

    /// Converts an error to a status with details.
    ///
    /// The status's source is the complete error as an [`ErrorRecord`]. The source isn't sent to
    /// clients. Interceptors and layers on the server can find it with [`agent_error::find`].
    pub fn status(&self, error: &dyn AgentError) -> Status {
        let mut record = error.record();
        let code = code::of_record(&mut record);
        let mut status = self.encode(code, record.clone());
        status.set_source(Arc::new(record));
        status
    }

    pub(crate) fn encode(&self, code: Code, record: ErrorRecord) -> Status {
        let visible = if is_server_error(code) {
            record.for_clients()
        } else {
            record
        };
        let mut public = visible
            .without_secrets()
            .without_commands()
            .for_callers(&[Caller::Grpc]);
        let actions = public.actions_for(Caller::Grpc);
        fields(&mut public).actions = actions;
        let domain = match &self.domain {
            Some(domain) => domain.to_string(),
            None => public.docs_url().and_then(host).unwrap_or_default(),
        };
        let message = printable(public.message());
        let details = Details::of(&public, &domain);
        fit(code, &message, details, self.size_limit)
    }
}

/// Whether a status code says that the server failed, so that clients don't see values of the
/// error.
fn is_server_error(code: Code) -> bool {
    matches!(code, Code::Internal | Code::Unknown | Code::DataLoss)
}

/// Removes control characters from a message, and escapes bidirectional control characters, because
/// clients print messages.
fn printable(message: &str) -> String {
    let mut escaped = String::with_capacity(message.len());
    for character in clean_capped(&message, usize::MAX).chars() {
        match character {
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                escaped.extend(character.escape_unicode());
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns the host name of an absolute URL. Returns `None` for an IPv6 address.
fn host(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let name = uri.host()?;
    let is_ip_literal = name.starts_with('[');
    (!is_ip_literal).then(|| name.to_owned())
}

/// Converts an error to a status with details, using the default settings of [`Encoder`].
///
/// If the error type has `#[agent_error(integrate(tonic))]`, the `?` operator does the same. Use
/// this function for other errors, such as an [`ErrorRecord`]:
///
/// ```
/// use agent_error::{ErrorRecord, exit};
/// use std::time::Duration;
/// use tonic_types::StatusExt;
///
/// let error = ErrorRecord::new("RATE_LIMITED", "more than 10 calls per minute")
///     .with_exit_code(exit::RATE_LIMITED)
///     .with_retry_after(Duration::from_secs(20));
/// let status = agent_error_tonic::status(&error);
/// assert_eq!(status.code(), tonic::Code::ResourceExhausted);
/// assert_eq!(status.get_details_retry_info().unwrap().retry_delay, Some(Duration::from_secs(20)));
/// ```
pub fn status(error: &dyn AgentError) -> Status {
    Encoder::new().status(error)
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn the_domain_is_the_host_of_the_url() {
        for url in [
            "https://docs.example.com/errors/X",
            "https://docs.example.com:8443?x=/",
            "https://eve@docs.example.com#x",
        ] {
            assert_eq!(host(url).as_deref(), Some("docs.example.com"), "{url}");
        }
        for url in ["/errors/X", "https:///x", "https://[::1]/x", ""] {
            assert_eq!(host(url), None, "{url}");
        }
    }
}
