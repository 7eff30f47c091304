//! Support for eyre: finds the coded error inside an `eyre::Report`, including an error that was attached as context.
//!
//! A program can return an [`eyre::Report`] from `main`, like an `anyhow::Error`.
//!
//! ```
//! use agent_error::AgentError;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("no such user")]
//! #[code("USER_NOT_FOUND", exit = 5)]
//! struct NoUser;
//!
//! let error = eyre::eyre!("line 4").wrap_err(NoUser);
//! assert_eq!(agent_error::eyre::find(&error).unwrap().code(), "USER_NOT_FOUND");
//! ```

super::reports::report!(::eyre::Report, in_eyre);
