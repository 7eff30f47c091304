//! Errors that a non-interactive login fixes: the token file has the user name, and `CLOUDCTL_PASSWORD` has the
//! password.

use super::classify::LOG_IN_AGAIN;
use super::exit;
use crate::client::ClientError;
use crate::connection::Connection;
use agent_error::ready::MissingFlags;
use agent_error::{AgentError, Listing};
use std::path::PathBuf;

/// Errors of users who can log in again without a prompt.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum SessionError {
    /// The API no longer accepts the token, but you can log in again without a prompt.
    #[error("{message}")]
    #[code(
        "AUTH_ERROR",
        exit = exit::AUTH,
        shared,
        side_effects = none,
        status = 401,
        suggest = "Log in again with the password in `CLOUDCTL_PASSWORD`",
        fix = "cloudctl auth login --user={user} --endpoint={endpoint} --token-file={token_file}"
    )]
    Over {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
        #[context(skip)]
        user: String,
        #[context(skip)]
        endpoint: String,
        #[context(skip)]
        token_file: PathBuf,
    },

    /// The user name is missing, but the token file has that of the last login.
    #[error("required flags not provided")]
    #[code(
        "MISSING_REQUIRED_FLAGS",
        exit = exit::BAD_INPUT,
        shared,
        suggest = "Pass `--user {user}` to log in as the previous user, or pass another name"
    )]
    Nameless {
        /// The missing flags, such as `--user`.
        missing: Listing,
        #[context(skip)]
        user: String,
    },
}

impl SessionError {
    /// Creates the error for a rejected token if the user can log in again without a prompt.
    pub(super) fn over(error: &ClientError) -> Option<Self> {
        let refused = error.error_response().filter(|refused| refused.status == 401)?;
        let Connection { endpoint, token_file, .. } = &*error.connection;
        Some(Self::Over {
            status: refused.status,
            message: format!("{}\n\n{LOG_IN_AGAIN}", refused.message),
            user: error.renewable_by.clone()?,
            endpoint: endpoint.clone(),
            token_file: token_file.clone(),
        })
    }

    /// Creates the error for a login without a user name if the previous user is known.
    pub(crate) fn nameless(missing: MissingFlags, user: String) -> Self {
        Self::Nameless { missing: missing.missing, user }
    }
}
