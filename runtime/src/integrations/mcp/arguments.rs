//! The arguments of a call, checked against the input schema of the tool.

mod alternatives;
mod check;
mod describe;
mod field;
mod ranges;
mod refused;
mod whole;

pub(super) use check::{Checks, json_type};
pub(super) use refused::{Secrets, refused};
