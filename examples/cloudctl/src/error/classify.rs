//! Converts errors of the client to codes.

use super::CloudError;
use crate::api_types::{Balance, Price};
use crate::balance;
use crate::client::{ClientError, ErrorResponse, Trouble};
use crate::connection::Connection;
use agent_error::Classify as _;
use serde_json::error::Category;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// The remedy for an expired token.
pub(super) const LOG_IN_AGAIN: &str = "Run `cloudctl auth login` to log in again";

impl From<ClientError> for CloudError {
    /// Converts an error that needs the connection or the price. All other errors are classified by rules.
    fn from(error: ClientError) -> Self {
        let Connection { endpoint, timeout, .. } = (*error.connection).clone();
        match error.trouble {
            Trouble::Malformed(error) => Self::Malformed { endpoint, reason: reason(&error) },
            Trouble::Transport(source) => match source.kind() {
                ErrorKind::TimedOut => Self::Timeout { endpoint, timeout_s: timeout.as_secs_f64(), source },
                ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
                    Self::Unreachable { endpoint, reason: words(&source), source }
                }
                ErrorKind::ConnectionReset
                | ErrorKind::ConnectionAborted
                | ErrorKind::BrokenPipe
                | ErrorKind::UnexpectedEof => Self::Disconnected { endpoint, source },
                ErrorKind::InvalidData => Self::Malformed { endpoint, reason: source.to_string() },
                _ if is_unknown_host(&source) => Self::HostNotFound { endpoint, source },
                _ => Self::by_rules(source, LOG_IN_AGAIN),
            },
            Trouble::ErrorStatus(ErrorResponse { status: 402, message, price: Some(price), .. }) => {
                let Price { price_cents, balance: Balance { balance_cents, currency } } = *price;
                let [price, balance] = [price_cents, balance_cents].map(|cents| balance::money(cents, &currency));
                let message = format!("{message}: the price is {price}, the balance {balance}");
                Self::Price { status: 402, price_cents, balance_cents, currency, message }
            }
            Trouble::ErrorStatus(ErrorResponse {
                status: status @ 500..=599,
                message,
                retry_after: Some(wait),
                ..
            }) => Self::Unavailable { status, retry_after_s: whole_seconds(wait), wait, message },
            Trouble::NoCredentials => Self::by_rules(error, "Run `cloudctl auth login` to set up your credentials"),
            Trouble::ErrorStatus(ErrorResponse { status: 403, .. }) => {
                Self::by_rules(error, "Run `cloudctl auth login` as a user who may do this")
            }
            Trouble::ErrorStatus(_) | Trouble::Invalid(_) => Self::by_rules(error, LOG_IN_AGAIN),
        }
    }
}

impl CloudError {
    /// Classifies an error, and adds what agents and scripts expect. `remedy` is the advice for an `AUTH_ERROR`.
    fn by_rules(error: impl std::error::Error + Send + Sync + 'static, remedy: &str) -> Self {
        let mut record = Self::classify(error);
        match record.code.as_str() {
            "AUTH_ERROR" => {
                record.message = format!("{}\n\n{remedy}", record.message);
                // Without a response, the status is the one that the API would have returned.
                if record.value("status").is_some_and(|value| value.is_null()) {
                    record.context.insert("status", 401);
                }
            }
            "RATE_LIMITED" => {
                let wait = record.retry_after.map(whole_seconds);
                record.context.insert("retry_after_s", wait);
            }
            _ => {}
        }
        Self::Foreign(record)
    }
}

/// Whether the error means that a host name can't be resolved. There's no error kind for this.
fn is_unknown_host(error: &io::Error) -> bool {
    let text = error.to_string();
    ["failed to lookup address information", "host not found"].iter().any(|words| text.contains(words))
}

/// Rounds up, because the API rejects calls that come too early.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

/// Returns the message of the operating system without its error number.
fn words(error: &io::Error) -> String {
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
    use crate::client::{ClientError, Trouble};
    use agent_error::classify::Classifier;
    use agent_error::{AgentError as _, Format, render};
    use std::io::{Error, ErrorKind};
    use std::sync::Arc;

    fn failed(error: Error) -> CloudError {
        ClientError { connection: Arc::default(), trouble: Trouble::Transport(error), renewable_by: None }.into()
    }

    #[track_caller]
    fn assert_rendered(error: Error, expected: &str) {
        assert_eq!(render(&failed(error), Format::Nested), expected);
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
            assert_eq!(failed(Error::from(kind)).code(), code, "{kind}");
        }
        for words in ["failed to lookup address information: Name or service not known", "host not found"] {
            assert_eq!(failed(Error::other(words)).code(), "API_HOST_NOT_FOUND", "{words}");
        }
    }
}
