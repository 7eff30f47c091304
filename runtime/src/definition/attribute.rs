//! Properties that few codes or fields declare.

use super::field_schema::FieldSchema;
use super::part::Part;
use super::rule::ClassifyRule;
use crate::vocabulary::grpc_code::GrpcCode;
use crate::vocabulary::terms::{Phase, RetryStrategy};

/// A property that few codes declare.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "a getter of `ErrorDef` reads each")]
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
    /// A fact about the context field with this name.
    Field(&'static str, FieldProperty),
    /// Fields that templates use but the context omits.
    TemplateOnlyFields(&'static [&'static str]),
    Hidden,
    Classify(&'static [ClassifyRule]),
}

/// A property that few context fields declare. `Displayed` and `Redacted` set `FieldDef::shown`.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the getter of `FieldDef` with its name")]
pub enum FieldProperty {
    Displayed,
    Redacted,
    Summary(&'static str),
    Nearest,
    ValuesFrom(&'static str),
    Schema(FieldSchema),
}
