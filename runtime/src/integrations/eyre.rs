//! Support for eyre: finds the coded error inside an `eyre::Report`, including an error that was attached as context.
//!
//! A program can return an [`eyre::Report`] from `main`. [`run`](crate::run) and [`main`](macro@crate::main) report the
//! coded error inside it. If there's no coded error, they classify the returned error.
//!
//! ```
//! use agent_error::AgentError;
//! use eyre::WrapErr as _;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("no such user")]
//! #[code("USER_NOT_FOUND", exit = 5)]
//! struct NoUser;
//!
//! let error = Err::<(), _>(NoUser).wrap_err("sending the mail").unwrap_err();
//! assert_eq!(agent_error::eyre::find(&error).unwrap().code(), "USER_NOT_FOUND");
//!
//! let error = eyre::eyre!("line 4").wrap_err(NoUser);
//! assert_eq!(agent_error::eyre::find(&error).unwrap().code(), "USER_NOT_FOUND");
//! ```

super::reports::report!(::eyre::Report, in_eyre);
