//! JSON Schemas (draft 2020-12) for a program's errors.

mod code;
mod context;
mod envelope;

pub(super) use code::{Advice, other_error, other_problem};
pub(super) use envelope::{envelope, meta};
