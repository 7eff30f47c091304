//! `cloudctl auth`: logs in and out.

use crate::api_types::Login;
use crate::client::{Client, ClientError};
use crate::connection::Connection;
use crate::error::{CliError, CloudError, SessionError, sets};
use crate::prompt;
use crate::screen::cell;
use crate::secret::Secret;
use crate::token_file;
use agent_error::clap::CommandExt as _;
use agent_error::ready::MissingFlags;
use agent_error::vocabulary::DangerLevel;
use agent_error::{Response, error_set};
use clap::Subcommand;
use serde::Serialize;
use std::env;
use std::io::{IsTerminal as _, Read as _, stdin};

/// The environment variable for the password.
const PASSWORD: &str = "CLOUDCTL_PASSWORD";

/// The maximum length of a password, in bytes.
const LONGEST_PASSWORD: u64 = 4096;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Log in and save the token for later calls
    ///
    /// The password can't be passed as an argument, because other users of the machine could read it. Set
    /// `CLOUDCTL_PASSWORD`, pipe the password to standard input, or enter it at the prompt.
    #[command(errors = sets::LOGIN.and(&sets::QUESTION).and(&error_set![MissingFlags]), danger = DangerLevel::Mutating)]
    Login {
        /// User name; if omitted, you're prompted for it
        #[arg(long, value_name = "NAME")]
        user: Option<String>,

        /// Read the password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// Log out: revoke the token and delete it
    #[command(errors = sets::LOGOUT, danger = DangerLevel::Mutating)]
    Logout,
}

#[derive(Serialize)]
struct LoggedIn {
    user: String,
    endpoint: String,
    expires_in_s: u64,
    token_file: String,
}

#[derive(Serialize)]
struct LoggedOut {
    /// Whether a token was deleted.
    logged_out: bool,
    token_file: String,
}

impl Command {
    pub(crate) fn run(&self, connection: Connection) -> Result<Response, CliError> {
        match self {
            Self::Login { user, password_stdin } => log_in(connection, user.as_deref(), *password_stdin),
            Self::Logout => log_out(connection),
        }
    }
}

fn log_in(connection: Connection, user: Option<&str>, password_stdin: bool) -> Result<Response, CliError> {
    prompt::require(&[("--user", user.is_some(), None)]).map_err(|missing| nameless(&connection, missing))?;
    // Check the file before the API issues a token that couldn't be saved.
    token_file::check_expendable(&connection)?;
    let user = match user {
        Some(user) => user.to_owned(),
        None => prompt::text("User", "the flag `--user`")?,
    };
    let login = Login { user: user.clone(), password: password(password_stdin)? };
    let client = Client::new(connection.clone());
    let answer = client.log_in(&login)?;
    token_file::save(&connection, &login.user, &answer.token)?;
    let token_file = connection.token_file.display().to_string();
    let endpoint = connection.endpoint;
    let text = cell(&format!("Logged in to {endpoint} as {user}."));
    Ok(Response::new(LoggedIn { user, endpoint, expires_in_s: answer.expires_in_s, token_file }).human(text))
}

/// Whether the password is set, so that a login needs no prompt.
pub(crate) fn password_is_set() -> bool {
    env::var(PASSWORD).is_ok_and(|password| !password.is_empty())
}

/// Returns the error for a login without a user name.
fn nameless(connection: &Connection, missing: MissingFlags) -> CliError {
    let user = token_file::load(connection).ok().and_then(|session| session.user).filter(|_| password_is_set());
    match user {
        Some(user) => SessionError::nameless(missing, user).into(),
        None => missing.into(),
    }
}

fn password(from_stdin: bool) -> Result<Secret, CliError> {
    let invalid = |reason: &str| CloudError::Invalid { field: "password".to_owned(), reason: reason.to_owned() };
    let password = match env::var(PASSWORD) {
        // Don't read from a terminal: it would echo the password, and an agent would wait forever.
        _ if from_stdin && !stdin().is_terminal() => {
            let mut text = String::new();
            let read = stdin().take(LONGEST_PASSWORD).read_to_string(&mut text);
            read.map_err(|_| invalid("standard input is not valid UTF-8"))?;
            Secret::new(text.trim_end_matches(['\r', '\n']))
        }
        Ok(password) => Secret::new(password),
        Err(_) => prompt::password(
            "Password",
            "the variable `CLOUDCTL_PASSWORD`, or on standard input with `--password-stdin`",
        )?,
    };
    match password.reveal().is_empty() {
        true => Err(invalid("empty").into()),
        false => Ok(password),
    }
}

/// Deletes the token file even if the API can't be reached.
fn log_out(connection: Connection) -> Result<Response, CliError> {
    let revoked = match token_file::load(&connection) {
        Ok(session) => Client::new(connection.clone()).with_token(session.token).log_out().map(|_| ()),
        Err(_) => Ok(()),
    };
    let logged_out = token_file::remove(&connection)?;
    let text = if logged_out { "Logged out." } else { "No user was logged in." };
    let response =
        Response::new(LoggedOut { logged_out, token_file: connection.token_file.display().to_string() }).human(text);
    Ok(match revoked {
        Err(error) if !is_worthless(&error) => {
            response.warning(format!("could not revoke the token, which stays valid until it expires: {error}"))
        }
        _ => response,
    })
}

/// Whether the API rejected the token, so that there is nothing to revoke.
fn is_worthless(error: &ClientError) -> bool {
    error.error_response().is_some_and(|refused| refused.status == 401)
}
