//! The tests that `tests/core` also runs, because they need neither the linked registry nor other
//! libraries.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics, in its functions too")]

mod context;

use agent_error::Format;

/// The formats of agent-error itself.
pub(crate) const ALL: &[Format] = Format::BUILT_IN;
