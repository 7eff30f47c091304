//! For tests of programs in any language: checks of their errors.
//!
//! [`Tool`] runs a program, and a [`Run`] checks its answer:
//!
//! ```no_run
//! use agent_error::format::Stream;
//! use agent_error::testing::Tool;
//!
//! # const TOOL: &str = "tool";
//! # /*
//! const TOOL: &str = env!("CARGO_BIN_EXE_tool");
//! # */
//! Tool::new(TOOL)
//!     .args(["login", "--user", "eve"])
//!     .env("TOOL_PASSWORD", "hunter2")
//!     .run()
//!     .assert_code("LOGIN_FAILED")
//!     .assert_exit(8)
//!     .assert_stream(Stream::Stdout)
//!     .assert_schema()
//!     .assert_no_trace()
//!     .assert_no_secret(["hunter2"]);
//! ```
//!
//! [`score`] rates how well an agent can act on a program's errors, from 0 to 3, and lists what is missing. With the
//! feature `clap`, [`Advice`] proves that the commands and flags in a catalog exist. [`assert_locked`] keeps the
//! promises of a program's codes in a file, and [`Proofs`] executes its advice.
//!
//! The feature `lock` has the lock file alone, and none of the dependencies of the rest.

mod lock;
#[cfg(feature = "testing")]
mod programs;

pub use lock::{Unlocked, assert_catalog_locked, assert_locked, check_locked};
#[cfg(feature = "testing")]
pub use programs::*;
