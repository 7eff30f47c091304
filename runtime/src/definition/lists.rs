//! What the definitions of a type's codes refer to.

use super::field_def::FieldDef;
use super::part::Part;
use super::rule::Rule;
use crate::vocabulary::terms::{Phase, RetryStrategy};
use std::time::Duration;

/// How long to wait before the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryAfter {
    /// A fixed wait.
    Fixed(Duration),
    /// The wait in this field of the error.
    Field(&'static str),
}

/// A fact that few codes have.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the getter of `ErrorDef` with its name")]
pub enum RareFact {
    Text(Part, &'static str),
    RetryAfterMillis(u64),
    RetryAfterField(&'static str),
    Retry(RetryStrategy),
    Phase(Phase),
    Actions(&'static [&'static str]),
    ActionsField(&'static str),
    StatusField(&'static str),
    Protocol(i32),
    Since(&'static str),
    Deprecated(&'static str),
    Shown(&'static [&'static str]),
    Hidden(bool),
    Classify(&'static [Rule]),
}

/// The texts and lists of all codes of a type.
///
/// A position-independent program holds a pointer to a text in 40 bytes: the pointer, the length, and a relocation. So
/// the texts that most codes have are one string, and lists of fields that are equal are one list.
pub struct Lists {
    /// The line of the type.
    pub line: u32,
    /// The texts of each code, in the order of [`RowText`](agent_error_rules::row::RowText).
    pub texts: &'static str,
    /// The distinct lists of fields.
    pub fields: &'static [&'static [FieldDef]],
    /// Of each code that has any, the rare facts.
    pub rare: &'static [&'static [RareFact]],
}

impl Lists {
    /// The lists of a type without codes.
    pub(super) const EMPTY: Self = Self { line: 0, texts: "", fields: &[&[]], rare: &[] };
}
