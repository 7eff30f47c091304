//! For programs that use anyhow: finds the coded error below contexts, or the context that is one.
//!
//! A program may end with an [`anyhow::Error`]: [`run`](crate::run) and [`main`](macro@crate::main) answer with the
//! coded error in it, or with the code of the rule that matches.
//!
//! ```
//! use agent_error::AgentError;
//! use anyhow::Context as _;
//!
//! #[derive(Debug, thiserror::Error, AgentError)]
//! #[error("no such user")]
//! #[code("USER_NOT_FOUND", exit = 5)]
//! struct NoUser;
//!
//! let error = Err::<(), _>(NoUser).context("sending the mail").unwrap_err();
//! assert_eq!(agent_error::anyhow::find(&error).unwrap().code(), "USER_NOT_FOUND");
//!
//! let error = anyhow::anyhow!("line 4").context(NoUser);
//! assert_eq!(agent_error::anyhow::find(&error).unwrap().code(), "USER_NOT_FOUND");
//! ```

super::reports::report!(::anyhow::Error);
