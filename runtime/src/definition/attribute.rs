//! The facts that few codes declare.

use super::part::Part;
use super::rule::Rule;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy};

/// A fact that few codes declare.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the getter of `ErrorDef` with its name")]
pub enum Attribute {
    Description(&'static str),
    Text(Part, &'static str),
    RetryAfterMillis(u64),
    RetryAfterField(&'static str),
    Retry(RetryStrategy),
    Phase(Phase),
    Actions(&'static [&'static str]),
    ActionsField(&'static str),
    StatusField(&'static str),
    FixIsSafe(&'static str),
    BodyField(&'static str),
    /// Facts that an error lacks if a field is `None`.
    Optional(&'static [&'static str]),
    Protocol(i32),
    Grpc(GrpcCode),
    Since(&'static str),
    Deprecated(&'static str),
    /// Fields that only texts show.
    Shown(&'static [&'static str]),
    Hidden,
    Classify(&'static [Rule]),
}
