//! Constructors for codes that need the call's connection, which the derive can't access.

use super::CloudError;
use crate::api_types::{Balance, Price};
use crate::balance;
use crate::client::{ClientError, ErrorResponse, Trouble};
use crate::connection::Connection;
use agent_error::Classify as _;
use agent_error::classify::{BoxError, Found};
use serde_json::error::Category;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The remedy for an expired token.
pub(super) const LOG_IN_AGAIN: &str = "Run `cloudctl auth login` to log in again";

impl From<ClientError> for CloudError {
    fn from(error: ClientError) -> Self {
        Self::classify(error)
    }
}

impl CloudError {
    /// Creates an [`Auth`](Self::Auth) error. If there was no response, the status is 401, as the API would have
    /// returned.
    pub(super) fn auth(found: Found) -> Self {
        let remedy = match (found.status, split(found.error).1) {
            (_, Ok(Trouble::NoCredentials)) => "Run `cloudctl auth login` to set up your credentials",
            (Some(403), _) => "Run `cloudctl auth login` as a user who may do this",
            _ => LOG_IN_AGAIN,
        };
        Self::Auth { status: found.status.unwrap_or(401), message: format!("{}\n\n{remedy}", found.message) }
    }

    pub(super) fn rate_limited(found: Found) -> Self {
        let wait = found.retry_after;
        let retry_after_s = wait.map(whole_seconds);
        Self::RateLimited { status: found.status.unwrap_or(429), retry_after_s, wait, message: found.message }
    }

    /// Includes the price if the API sent one.
    pub(super) fn insufficient(found: Found) -> Self {
        let (status, message) = (found.status.unwrap_or(402), found.message);
        match split(found.error).1 {
            Ok(Trouble::ErrorStatus(ErrorResponse { price: Some(price), .. })) => {
                let Price { price_cents, balance: Balance { balance_cents, currency } } = *price;
                let [price, balance] = [price_cents, balance_cents].map(|cents| balance::money(cents, &currency));
                let message = format!("{message}: the price is {price}, the balance {balance}");
                Self::Price { status, price_cents, balance_cents, currency, message }
            }
            _ => Self::Balance { status, message },
        }
    }

    /// Handles all statuses that no other rule matches.
    pub(super) fn api(found: Found) -> Self {
        let (status, message) = (found.status.unwrap_or(500), found.message);
        match (status, found.retry_after) {
            (500..=599, Some(wait)) => Self::Unavailable { status, retry_after_s: whole_seconds(wait), wait, message },
            (500..=599, None) => Self::Api { status, message },
            (400..=499, _) => Self::Rejected { status, message },
            _ => Self::Strange { status, message },
        }
    }

    pub(super) fn timeout(found: Found) -> Self {
        let (Connection { endpoint, timeout, .. }, source) = transport(found.error);
        Self::Timeout { endpoint, timeout_s: timeout.as_secs_f64(), source }
    }

    pub(super) fn unreachable(found: Found) -> Self {
        let (Connection { endpoint, .. }, source) = transport(found.error);
        Self::Unreachable { endpoint, reason: words(&source), source }
    }

    pub(super) fn host_not_found(found: Found) -> Self {
        let (Connection { endpoint, .. }, source) = transport(found.error);
        Self::HostNotFound { endpoint, source }
    }

    pub(super) fn disconnected(found: Found) -> Self {
        let (Connection { endpoint, .. }, source) = transport(found.error);
        Self::Disconnected { endpoint, source }
    }

    pub(super) fn malformed(found: Found) -> Self {
        let (Connection { endpoint, .. }, trouble) = split(found.error);
        let reason = match trouble {
            Ok(Trouble::Malformed(error)) => reason(&error),
            Ok(Trouble::Transport(error)) => error.to_string(),
            _ => found.message,
        };
        Self::Malformed { endpoint, reason }
    }
}

/// Returns the connection and the error of a call. If the error isn't from a call, returns it unchanged with the
/// default connection.
fn split(error: BoxError) -> (Connection, Result<Trouble, BoxError>) {
    match error.downcast::<ClientError>() {
        Ok(error) => (Arc::unwrap_or_clone(error.connection), Ok(error.trouble)),
        Err(error) => (Connection::default(), Err(error)),
    }
}

/// Returns the connection and the I/O error. Wraps any other error in an I/O error.
fn transport(error: BoxError) -> (Connection, io::Error) {
    let message = error.to_string();
    match split(error) {
        (connection, Ok(Trouble::Transport(source))) => (connection, source),
        (connection, Ok(_)) => (connection, io::Error::other(message)),
        (connection, Err(error)) => (connection, io::Error::other(error)),
    }
}

/// Rounds up, because the API rejects calls that come too early.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

/// Returns the message of the operating system without its error number.
pub(super) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error ").map_or(text.as_str(), |(words, _)| words).to_lowercase()
}

/// Describes what is invalid in a response. The messages of `serde_json` would quote the response.
fn reason(error: &serde_json::Error) -> String {
    let wrong = match error.classify() {
        Category::Eof => "unexpected end of JSON",
        Category::Data => "unexpected structure",
        Category::Syntax | Category::Io => "invalid JSON",
    };
    format!("{wrong} at line {}, column {}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::CloudError;
    use agent_error::classify::Classifier;
    use agent_error::{AgentError as _, Classify as _, Format, render};
    use std::io::{Error, ErrorKind};

    #[track_caller]
    fn assert_rendered(error: Error, expected: &str) {
        assert_eq!(render(&CloudError::classify(error), Format::Nested), expected);
    }

    #[test]
    fn messages_about_credentials_are_authentication_errors() {
        for words in ["No credentials configured!", "request failed: Unauthorized", "the token expired yesterday"] {
            let message = format!(r"{words}\n\nRun `cloudctl auth login` to log in again");
            let expected =
                format!(r#"{{"error":{{"code":"AUTH_ERROR","message":"{message}","details":{{"status":401}}}}}}"#);
            assert_rendered(Error::other(words), &expected);
        }
        assert_rendered(
            Error::other("expired tokens: 3"),
            r#"{"error":{"code":"ERROR","message":"unexpected: expired tokens: 3"}}"#,
        );
    }

    #[test]
    fn no_two_types_claim_the_same_errors() {
        assert!(Classifier::linked().is_ok());
    }

    #[test]
    fn every_connection_failure_has_a_code() {
        for (kind, code) in [
            (ErrorKind::ConnectionRefused, "API_UNREACHABLE"),
            (ErrorKind::HostUnreachable, "API_UNREACHABLE"),
            (ErrorKind::NetworkUnreachable, "API_UNREACHABLE"),
            (ErrorKind::ConnectionReset, "API_DISCONNECTED"),
            (ErrorKind::BrokenPipe, "API_DISCONNECTED"),
            (ErrorKind::UnexpectedEof, "API_DISCONNECTED"),
            (ErrorKind::TimedOut, "API_TIMEOUT"),
            (ErrorKind::InvalidData, "MALFORMED_RESPONSE"),
            (ErrorKind::Other, "ERROR"),
        ] {
            assert_eq!(CloudError::classify(Error::from(kind)).code(), code, "{kind}");
        }
        for words in ["failed to lookup address information: Name or service not known", "host not found"] {
            assert_eq!(CloudError::classify(Error::other(words)).code(), "API_HOST_NOT_FOUND", "{words}");
        }
    }
}
