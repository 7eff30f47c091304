//! Support for anyhow: finds the coded error inside an `anyhow::Error`, including an error that was attached as
//! context.
//!
//! A program can return an [`anyhow::Error`] from `main`; see [`Outcome`](crate::process::Outcome).
//!
//! ```
//! use agent_error::AgentError;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("no such user")]
//! #[code("USER_NOT_FOUND", exit = 5)]
//! struct NoUser;
//!
//! let error = anyhow::anyhow!("line 4").context(NoUser);
//! assert_eq!(agent_error::anyhow::find(&error).unwrap().code(), "USER_NOT_FOUND");
//! ```

super::reports::report!(::anyhow::Error, in_anyhow);
