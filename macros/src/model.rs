//! The validated model of a type. Required parts aren't `Option`s, so the expansion can't fail.

use crate::crate_path::CratePath;
use crate::keys::FactKey;
use proc_macro2::{Span, TokenStream};
use syn::{GenericParam, Generics, Ident, LitStr, Member, Visibility};

/// An error enum or struct.
pub(crate) struct ErrorType {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: CratePath,
    pub(crate) linked: bool,
    /// The Cargo package that declares the type.
    pub(crate) origin: String,
    /// The frameworks to implement conversions for.
    pub(crate) frameworks: Vec<Framework>,
    pub(crate) is_enum: bool,
    /// The docs URL template. Nested codes without their own URL inherit it.
    pub(crate) docs: Option<String>,
    /// The variants, or the struct itself.
    pub(crate) cases: Vec<Case>,
    pub(crate) vis: Visibility,
    /// The name of the enum to generate for the codes.
    pub(crate) codes: Option<Ident>,
    pub(crate) retired: Vec<Retired>,
}

impl ErrorType {
    /// Whether the fields' schemas come from their types.
    pub(crate) fn uses_schemas(&self) -> bool {
        self.frameworks.iter().any(|framework| matches!(framework.home, Home::Feature("schemars")))
    }

    /// Whether the type has type or const parameters. Its instances are only known where they're used, so the link-time
    /// registry only contains the part that all instances share: the type's own codes, without codes nested in a
    /// parameter.
    pub(crate) fn has_instances(&self) -> bool {
        self.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }
}

/// A framework of `integrate(...)`.
pub(crate) struct Framework {
    pub(crate) span: Span,
    pub(crate) home: Home,
}

/// The crate that contains a framework's impls.
pub(crate) enum Home {
    /// The runtime, in a feature with this name.
    Feature(&'static str),
    /// A separate crate, as for MCP and gRPC.
    Crate(CratePath),
}

/// A retired code, which must not be reused.
pub(crate) struct Retired {
    pub(crate) code: LitStr,
    /// The replacement, or the reason for retiring the code.
    pub(crate) note: Option<String>,
}

/// A variant, or the struct itself.
pub(crate) struct Case {
    pub(crate) ident: Ident,
    pub(crate) role: Role,
}

pub(crate) enum Role {
    Coded(Box<Coded>),
    Transparent(Transparent),
}

/// A variant that delegates to the error in its only field.
pub(crate) struct Transparent {
    pub(crate) member: Member,
    pub(crate) ty: TokenStream,
    /// Whether the inner type's catalog is nested in this one.
    pub(crate) nested: bool,
    /// Whether the variant has no other fields, such as a backtrace.
    pub(crate) alone: bool,
}

/// A variant with its own code.
pub(crate) struct Coded {
    pub(crate) code: String,
    pub(crate) code_span: Span,
    pub(crate) exit: TokenStream,
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) texts: Vec<Text>,
    /// The field with the output of the failed call.
    pub(crate) body: Option<Member>,
    /// The names of the facts that an error lacks if a field is `None`.
    pub(crate) optional: Vec<&'static str>,
    pub(crate) docs_url: Option<String>,
    pub(crate) retryable: Option<bool>,
    pub(crate) retry_after: Option<RetryAfter>,
    pub(crate) side_effects: Option<&'static str>,
    pub(crate) phase: Option<&'static str>,
    pub(crate) severity: Option<&'static str>,
    pub(crate) actions: Actions,
    pub(crate) status: Option<Status>,
    pub(crate) protocol: Option<i32>,
    /// The keys of `FACT_KEYS` that the variant has, with their values.
    pub(crate) facts: Vec<(&'static FactKey, String)>,
    pub(crate) shared: bool,
    pub(crate) context: Vec<ContextField>,
    pub(crate) classify: Option<Classify>,
    /// Where to decode each field from. `None` if not all fields can be decoded.
    pub(crate) decoded: Option<Vec<(Member, Decoded)>>,
}

/// Where to decode a field from.
pub(crate) enum Decoded {
    /// The context value with this name.
    Context { name: String, ty: TokenStream },
    /// The body, as this type.
    Body(TokenStream),
    /// The causes, as this type.
    Causes(TokenStream),
    /// Nowhere. The field is set to `None`.
    Nothing,
}

/// The foreign errors that become this code.
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
    /// With a user-defined function.
    With(TokenStream),
    /// Field by field.
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
    /// The foreign error itself, as this type.
    Source(TokenStream),
    /// `None`.
    Nothing,
}

/// A string that callers read.
pub(crate) struct Text {
    pub(crate) part: Part,
    /// The template in the catalog.
    pub(crate) template: String,
    /// The literal for `format_args!`, with the user's span.
    pub(crate) literal: LitStr,
    /// The fields that the template uses.
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Detail,
    Suggestion,
    FixRequired,
    FixCommand,
    CheckCommand,
    Replacement,
    Instance,
}

impl Part {
    /// The name of the fact in the catalog.
    pub(crate) fn fact(self) -> &'static str {
        match self {
            Self::Detail => "detail",
            Self::Suggestion => "suggestion",
            Self::FixRequired => "fix_required",
            Self::FixCommand => "fix_command",
            Self::CheckCommand => "check_command",
            Self::Replacement => "replacement",
            Self::Instance => "instance",
        }
    }

    /// Each part with its key and its name in the runtime.
    pub(crate) const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Detail, "detail", "Detail"),
        (Self::Suggestion, "suggest", "Suggestion"),
        (Self::FixRequired, "fix_required", "FixRequired"),
        (Self::FixCommand, "fix", "FixCommand"),
        (Self::CheckCommand, "check", "CheckCommand"),
        (Self::Replacement, "replacement", "Replacement"),
        (Self::Instance, "instance", "Instance"),
    ];
}

impl Part {
    /// Whether it is a command, in which values are quoted for a shell.
    pub(crate) fn is_command(self) -> bool {
        matches!(self, Self::FixCommand | Self::CheckCommand)
    }
}

/// A field passed to `format_args!` as `name = binding`.
pub(crate) struct Argument {
    pub(crate) name: Ident,
    /// The field's name in the catalog's template.
    pub(crate) shown_as: String,
    pub(crate) member: Member,
    /// The field's type, for bounds on type parameters.
    pub(crate) ty: TokenStream,
    /// The span of the template.
    pub(crate) span: Span,
    /// The `core::fmt` traits that the placeholders require.
    pub(crate) traits: Vec<&'static str>,
    /// Whether the command could parse the value as a flag.
    pub(crate) alone: bool,
    /// Whether the field is the width or precision of another placeholder, and must be a `usize`.
    pub(crate) is_count: bool,
    /// Whether the field is an `Option`. If its value is `None`, the text is omitted.
    pub(crate) optional: bool,
}

/// Alternative actions to call.
pub(crate) enum Actions {
    Fixed(Vec<LitStr>),
    Field { member: Member, name: String, span: Span },
}

/// The delay before a retry.
pub(crate) enum RetryAfter {
    Fixed { millis: u64 },
    Field { member: Member, name: String, span: Span },
}

/// The HTTP status.
pub(crate) enum Status {
    Fixed(u16),
    Field { member: Member, name: String, span: Span },
}

/// A context field.
pub(crate) struct ContextField {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) ty: TokenStream,
    pub(crate) span: Span,
    pub(crate) shown: Shown,
    pub(crate) summary: Option<String>,
    /// Whether it lists names that are similar to an unknown one.
    pub(crate) nearest: bool,
    /// The command that lists its valid values.
    pub(crate) values_from: Option<String>,
}

/// How a context field is rendered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Serialized,
    Display,
    Debug,
    Redacted,
}
