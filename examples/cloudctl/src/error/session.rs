//! Errors that a login repairs without a question: the user is in the token file, the password in the environment.

use super::classify::LOG_IN_AGAIN;
use super::exit;
use crate::client::ClientError;
use crate::connection::Connection;
use agent_error::AgentError;
use agent_error::ready::MissingFlags;
use std::path::PathBuf;

/// Why a user who can log in is not logged in.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
pub(crate) enum SessionError {
    /// The API does not accept the token any more, and all that a login needs is at hand.
    #[error("{message}")]
    #[code(
        "AUTH_ERROR",
        exit = exit::AUTH,
        shared,
        side_effects = none,
        status = 401,
        suggest = "Log in again, with the password that is set in `CLOUDCTL_PASSWORD`",
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

    /// A login does not say whose, and the token file knows who was logged in.
    #[error("required flags not provided")]
    #[code(
        "MISSING_REQUIRED_FLAGS",
        exit = exit::BAD_INPUT,
        shared,
        suggest = "Repeat the call with `--user {user}`, who was logged in before, or with another name"
    )]
    Nameless {
        /// The flags, as in `--user`.
        missing: Vec<String>,
        #[context(skip)]
        user: String,
    },
}

impl SessionError {
    /// The error of a call with a rejected token, if its user can get another one without a question.
    pub(super) fn over(error: &ClientError) -> Option<Self> {
        let refused = error.refused().filter(|refused| refused.status == 401)?;
        let Connection { endpoint, token_file, .. } = &*error.connection;
        Some(Self::Over {
            status: refused.status,
            message: format!("{}\n\n{LOG_IN_AGAIN}", refused.message),
            user: error.renewable_by.clone()?,
            endpoint: endpoint.clone(),
            token_file: token_file.clone(),
        })
    }

    /// The error of a login without a name, if the last user is known.
    pub(crate) fn nameless(missing: MissingFlags, user: String) -> Self {
        Self::Nameless { missing: missing.missing, user }
    }
}
