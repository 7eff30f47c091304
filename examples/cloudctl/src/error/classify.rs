//! From what the client knows to a code.

use super::CloudError;
use crate::client::{ClientError, Refused, Trouble};
use std::io::ErrorKind;

impl From<ClientError> for CloudError {
    fn from(error: ClientError) -> Self {
        let ClientError { connection, trouble } = error;
        let endpoint = connection.endpoint;
        let token_file = connection.token_file;
        match trouble {
            Trouble::NoCredentials => Self::Auth { status: 401, message: "no credentials configured".to_owned(), endpoint, token_file },
            Trouble::Invalid { field, reason } => Self::Invalid { field, reason },
            Trouble::Malformed(source) => Self::Malformed { endpoint, source },
            Trouble::Refused(Refused { status, message, retry_after, .. }) => match status {
                401 | 403 => Self::Auth { status, message, endpoint, token_file },
                402 => Self::Balance { status, message },
                404 => Self::NotFound { status, message },
                409 => Self::Conflict { status, message },
                429 => Self::RateLimited { status, retry_after_s: retry_after.map(|wait| wait.as_secs()), message },
                _ => Self::Api { status, message },
            },
            Trouble::Transport(source) => match source.kind() {
                ErrorKind::TimedOut => Self::Timeout { endpoint, timeout_s: connection.timeout.as_secs_f64(), source },
                ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
                    Self::Unreachable { endpoint, source }
                }
                ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof => {
                    Self::Disconnected { endpoint, source }
                }
                _ => Self::Other { message: source.to_string() },
            },
        }
    }
}
