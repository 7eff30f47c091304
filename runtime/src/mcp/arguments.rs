//! The arguments of a call, checked against the input schema of the tool.

mod check;
mod describe;
mod field;
mod refused;
mod whole;

pub(super) use check::{Checks, json_type};
pub(super) use refused::{Secrets, refused};
