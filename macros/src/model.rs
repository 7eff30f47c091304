//! The checked type. Required parts are not `Option`s, and nothing in it can fail to expand.

use crate::crate_path::CratePath;
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
    /// The frameworks that convert it into a response.
    pub(crate) frameworks: Vec<Framework>,
    pub(crate) is_enum: bool,
    /// The docs template, which nested codes without their own page inherit.
    pub(crate) docs: Option<String>,
    /// The variants, or the struct.
    pub(crate) cases: Vec<Case>,
    pub(crate) vis: Visibility,
    /// The name of the enum of the type's codes.
    pub(crate) codes: Option<Ident>,
    pub(crate) retired: Vec<Retired>,
}

impl ErrorType {
    /// Whether the schemas of its fields are those that their types state.
    pub(crate) fn uses_schemas(&self) -> bool {
        self.frameworks.iter().any(|framework| matches!(framework.home, Home::Feature("schemars")))
    }

    /// Whether the type has parameters. Its instances are known only where they are used, so the linker collects only
    /// the part that is the same for all of them: its own codes, not those nested in a parameter.
    pub(crate) fn has_instances(&self) -> bool {
        self.generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }
}

/// A framework of `integrate(...)`.
pub(crate) struct Framework {
    pub(crate) span: Span,
    pub(crate) home: Home,
}

/// Where the impls for a framework are.
pub(crate) enum Home {
    /// In the runtime, which has a feature of this name.
    Feature(&'static str),
    /// In a crate of their own: MCP.
    Crate(CratePath),
}

/// A retired code, which must not be used again.
pub(crate) struct Retired {
    pub(crate) code: LitStr,
    /// The replacement, or the reason.
    pub(crate) note: Option<String>,
}

/// A variant, or the struct.
pub(crate) struct Case {
    pub(crate) ident: Ident,
    pub(crate) role: Role,
}

pub(crate) enum Role {
    Coded(Box<Coded>),
    Transparent(Transparent),
}

/// A variant that shows the error in its only field.
pub(crate) struct Transparent {
    pub(crate) member: Member,
    pub(crate) ty: TokenStream,
    /// Whether the inner catalog is nested in ours.
    pub(crate) nested: bool,
    /// Whether it has no other field, such as a backtrace.
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
    pub(crate) docs_url: Option<String>,
    pub(crate) retryable: Option<bool>,
    pub(crate) retry_after: Option<RetryAfter>,
    pub(crate) retry: Option<&'static str>,
    pub(crate) side_effects: Option<&'static str>,
    pub(crate) phase: Option<&'static str>,
    pub(crate) severity: Option<&'static str>,
    pub(crate) actions: Actions,
    pub(crate) status: Option<Status>,
    pub(crate) protocol: Option<i32>,
    pub(crate) since: Option<String>,
    pub(crate) deprecated: Option<String>,
    pub(crate) shared: bool,
    /// Whether public views leave the code out.
    pub(crate) hidden: bool,
    pub(crate) context: Vec<ContextField>,
    pub(crate) classify: Option<Classify>,
    /// The sources from which each field is read back; `None` if one of them cannot be.
    pub(crate) decoded: Option<Vec<(Member, Decoded)>>,
}

/// The source from which a field is read back.
pub(crate) enum Decoded {
    /// The context, under this name.
    Context { name: String, ty: TokenStream },
    /// The body, as this type.
    Body(TokenStream),
    /// The causes, as this type.
    Causes(TokenStream),
    /// No source: it is `None`.
    Nothing,
}

/// The foreign errors that a code represents.
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
    /// A range with both ends; the whole range matches any status.
    Status(u16, u16),
    Validation,
    Message(LitStr),
    Fallback,
}

/// How a variant is built from a foreign error.
pub(crate) enum Build {
    /// By a function of the user.
    With(TokenStream),
    /// Field by field.
    Fields(Vec<FilledField>),
}

/// A field and the source of its value.
pub(crate) struct FilledField {
    pub(crate) member: Member,
    pub(crate) filling: Filling,
    pub(crate) span: Span,
}

/// The source of a field's value.
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
    /// The error itself, as this type.
    Source(TokenStream),
    /// `None`.
    Nothing,
}

/// One of the texts that a caller reads.
pub(crate) struct Text {
    pub(crate) part: Part,
    /// The template in the catalog's form.
    pub(crate) template: String,
    /// The literal for `format_args!`, with the user's span.
    pub(crate) literal: LitStr,
    /// The fields that the template shows.
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Detail,
    Suggestion,
    FixRequired,
    FixCommand,
    Replacement,
    Instance,
}

impl Part {
    /// Every part with its key and its name in the runtime.
    pub(crate) const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Detail, "detail", "Detail"),
        (Self::Suggestion, "suggest", "Suggestion"),
        (Self::FixRequired, "fix_required", "FixRequired"),
        (Self::FixCommand, "fix", "FixCommand"),
        (Self::Replacement, "replacement", "Replacement"),
        (Self::Instance, "instance", "Instance"),
    ];
}

/// A field passed to `format_args!` as `name = binding`.
pub(crate) struct Argument {
    pub(crate) name: Ident,
    /// Its name in the catalog's form of the template.
    pub(crate) shown_as: String,
    pub(crate) member: Member,
    /// The type, if it mentions a type parameter and needs a bound.
    pub(crate) ty: TokenStream,
    /// The span of the template that shows it.
    pub(crate) span: Span,
    /// The traits of `core::fmt` that the placeholders need.
    pub(crate) traits: Vec<&'static str>,
    /// Whether it begins a word of a command before any `--`, where it could be read as a flag.
    pub(crate) alone: bool,
    /// Whether it is the width or the precision of another, and so a `usize`.
    pub(crate) is_count: bool,
    /// Whether it is an `Option`, without whose value the text is left out.
    pub(crate) optional: bool,
}

/// The actions to call instead.
pub(crate) enum Actions {
    Fixed(Vec<LitStr>),
    Field { member: Member, name: String, span: Span },
}

/// How long to wait before the next call.
pub(crate) enum RetryAfter {
    Fixed { millis: u64 },
    Field { member: Member, name: String, span: Span },
}

/// The HTTP status.
pub(crate) enum Status {
    Fixed(u16),
    Field { member: Member, name: String, span: Span },
}

/// A field of the context.
pub(crate) struct ContextField {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) ty: TokenStream,
    pub(crate) span: Span,
    pub(crate) shown: Shown,
    pub(crate) summary: Option<String>,
}

/// How a context field is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Serialized,
    Display,
    Debug,
    Redacted,
}
