//! For programs that use eyre: finds the coded error below contexts, or the context that is one.
//!
//! A program may end with an [`eyre::Report`]: [`run`](crate::run) and [`main`](macro@crate::main) answer with the
//! coded error in it, or with the code of the rule that matches.
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

super::reports::report!(::eyre::Report);
