//! How foreign errors are classified.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, LitStr, Member};

/// The foreign errors that are converted to this code.
pub(crate) struct Classify {
    pub(crate) rules: Vec<Rule>,
    pub(crate) build: Build,
}

pub(crate) struct Rule {
    pub(crate) kind: RuleKind,
    pub(crate) span: Span,
}

pub(crate) enum RuleKind {
    Io(Ident),
    /// `io(..)`.
    AnyIo,
    Code(LitStr),
    Type(TokenStream),
    /// An inclusive range. The full `u16` range matches any status.
    Status(u16, u16),
    Validation,
    Message(LitStr),
    Fallback,
}

/// How to build a variant from a foreign error.
pub(crate) enum Build {
    /// By calling a user-defined function.
    With(TokenStream),
    /// By filling each field.
    Fields(Vec<FilledField>),
}

/// A field and where its value comes from.
pub(crate) struct FilledField {
    pub(crate) member: Member,
    pub(crate) filling: Filling,
    pub(crate) span: Span,
}

/// Where a field's value comes from.
pub(crate) enum Filling {
    Message {
        optional: bool,
    },
    Code {
        optional: bool,
    },
    Status {
        optional: bool,
    },
    RetryAfter,
    Field {
        optional: bool,
    },
    Reason {
        optional: bool,
    },
    /// The foreign error itself, converted to the given type.
    Source(TokenStream),
    /// `None`.
    Nothing,
}
