//! For the tests of programs: what their errors must be, whatever language they are written in.
//!
//! [`Tool`] runs a program, and a [`Run`] asserts what its answer is:
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
//! [`score`] says how well an agent can act on a program's errors, from 0 to 3, and what is missing. With the
//! feature `clap`, [`Advice`] proves that the commands and flags which a catalog names exist. [`assert_locked`] keeps what
//! a program promises about its codes in a file, and [`Proofs`] executes its advice.

mod captured;
mod checks;
mod find;
mod lock;
mod process;
mod proofs;
mod rubric;
mod run;
mod schema;
mod secret;
mod tool;
mod trace;
mod unmet;

#[cfg(feature = "clap")]
pub use crate::integrations::clap::{Advice, AdviceError, Falsehood};
pub use captured::Captured;
pub use lock::{Unlocked, assert_catalog_locked, assert_locked, check_locked};
pub use proofs::{Call, Proofs, World};
pub use rubric::{CallScore, Check, Condition, Reason, Score, score};
pub use run::Run;
pub use schema::ENVELOPE_SCHEMA;
pub use tool::Tool;
pub use unmet::CheckError;
