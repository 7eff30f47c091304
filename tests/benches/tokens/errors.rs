//! Five errors that agents often encounter. Every row of the table formats these.

use agent_error::AgentError;
use std::fmt::Display;
use std::io;

/// The errors of a tool that manages a database and its users.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://docs.example.com/errors/{code}")]
pub(crate) enum TokenError {
    /// The server did not accept the connection.
    #[error("cannot connect to database at {host}:{port}")]
    #[code("CONNECTION_REFUSED", exit = 12, retry_after = "5s", retry = exponential,
           suggest = "Verify that the database is running: `dbtool status --host {host}`")]
    ConnectionRefused { host: String, port: u16, source: io::Error },
    /// A value is not allowed.
    #[error("invalid value `{value}` for `{field}`")]
    #[code("INVALID_VALUE", exit = 2, suggest = "Set `{field}` to one of `options`, then call again")]
    InvalidValue { field: String, value: String, options: Vec<String> },
    /// The project has no such user.
    #[error("no user `{user}` in project `{project}`")]
    #[code(
        "USER_NOT_FOUND",
        exit = 5,
        actions("users.list", "users.search"),
        suggest = "List the users of the project: `dbtool users list --project {project}`"
    )]
    UserNotFound { user: String, project: String },
    /// The caller sends too many requests.
    #[error("more than {limit} requests in {window_s} s")]
    #[code("RATE_LIMITED", exit = 11, retry_after = retry_after_s,
           suggest = "Wait {retry_after_s} s, then repeat the same call")]
    RateLimited { limit: u32, window_s: u32, retry_after_s: u64 },
    /// Someone else changed the user first.
    #[error("user `{user}` was changed meanwhile: version {current}, not {expected}")]
    #[code(
        "VERSION_CONFLICT",
        exit = 6,
        suggest = "Read the current state, apply the change to it, then update from version {current}"
    )]
    VersionConflict { user: String, expected: u64, current: u64, current_state: State },
}

/// The current state on the server.
#[derive(Debug, serde::Serialize)]
pub(crate) struct State {
    role: &'static str,
    active: bool,
    updated_at: &'static str,
}

impl TokenError {
    /// Returns one error of each kind, with its column heading.
    pub(crate) fn samples() -> Vec<(&'static str, Self)> {
        vec![
            (
                "connection refused",
                Self::ConnectionRefused {
                    host: "db-1.internal".into(),
                    port: 5432,
                    source: io::Error::new(io::ErrorKind::ConnectionRefused, "Connection refused (os error 111)"),
                },
            ),
            (
                "invalid value",
                Self::InvalidValue {
                    field: "role".into(),
                    value: "superadmin".into(),
                    options: ["admin", "editor", "viewer"].map(Into::into).into(),
                },
            ),
            ("not found", Self::UserNotFound { user: "ada".into(), project: "web".into() }),
            ("rate limited", Self::RateLimited { limit: 100, window_s: 60, retry_after_s: 30 }),
            (
                "conflict",
                Self::VersionConflict {
                    user: "ada".into(),
                    expected: 7,
                    current: 9,
                    current_state: State { role: "editor", active: true, updated_at: "2026-01-31T12:00:00Z" },
                },
            ),
        ]
    }
}

impl TokenError {
    /// Formats the error as a careful author would with anyhow and clap: the message, the causes, the advice, and the
    /// facts that the reader needs for the next call.
    pub(crate) fn prose(&self) -> String {
        match self {
            Self::ConnectionRefused { host, source, .. } => {
                format!("Error: {self}: {source}\n\nVerify that the database is running: `dbtool status --host {host}`")
            }
            Self::InvalidValue { field, value, options } => format!(
                "error: invalid value '{value}' for '--{field} <ROLE>'\n  [possible values: {}]\n\nFor more information, \
                 try '--help'.",
                options.join(", ")
            ),
            Self::UserNotFound { project, .. } => {
                format!("Error: {self}\n\nList the users of the project: `dbtool users list --project {project}`")
            }
            Self::RateLimited { retry_after_s, .. } => {
                format!("Error: {self}\n\nWait {retry_after_s} s, then repeat the same call.")
            }
            Self::VersionConflict { current, current_state: State { role, active, updated_at }, .. } => format!(
                "Error: {self}\n\nIts role is now {role}, it is {}, and it was changed at {updated_at}. Apply the change to \
                 this state, then update from version {current}.",
                if *active { "active" } else { "inactive" },
            ),
        }
    }
}

/// Implements the facts that miette supports: message, code, help, URL and causes.
impl miette::Diagnostic for TokenError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(AgentError::code(self)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.suggestion()?))
    }

    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.docs_url()?))
    }
}
