//! Optional properties of a code.

use super::part::Part;
use super::rule::Rule;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy};

/// A property that few codes declare.
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
    /// The facts that are absent from an error if one of its fields is `None`.
    Optional(&'static [&'static str]),
    Protocol(i32),
    Grpc(GrpcCode),
    Since(&'static str),
    Deprecated(&'static str),
    /// Fields that templates use but the context omits.
    Shown(&'static [&'static str]),
    Hidden,
    Classify(&'static [Rule]),
}
