//! Parses attributes of thiserror, snafu and displaydoc, and Rust's `#[deprecated]`.

mod arguments;

use crate::attr::{self, Entry};
use crate::template;
use arguments::Arguments;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Field, GenericArgument, LitStr, Meta, PathArguments, Type};

/// The message of a variant, declared in another derive's attribute.
pub(crate) struct Message {
    pub(crate) template: String,
    pub(crate) span: Span,
    /// The arguments after the format string, as in `#[error("…", arguments)]`.
    arguments: Arguments,
}

impl Message {
    /// Parses thiserror's `#[error("…")]` or snafu's `#[snafu(display("…"))]`.
    pub(crate) fn read(attrs: &[Attribute]) -> Option<Self> {
        attrs
            .iter()
            .filter_map(format_arguments)
            .find_map(|tokens| Self::parse.parse2(tokens).ok())
    }

    /// Parses a displaydoc template, which is a doc comment with field names in braces.
    pub(crate) fn from_doc(summary: &str, span: Span, fields: &[String]) -> Option<Self> {
        let names = template::names(&template::pieces(summary).ok()?);
        let is_template = !names.is_empty() && names.iter().all(|name| fields.contains(name));
        is_template.then(|| Self {
            template: summary.to_owned(),
            span,
            arguments: Arguments::default(),
        })
    }

    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let literal: LitStr = input.parse()?;
        Ok(Self {
            template: literal.value(),
            span: literal.span(),
            arguments: Arguments::read(input.parse()?),
        })
    }

    /// Substitutes the arguments into the placeholders. Returns `None` if there are no arguments.
    /// Translates field names with `name_of`.
    pub(crate) fn with_arguments(&self, name_of: impl Fn(&str) -> String) -> Option<String> {
        if self.arguments.is_empty() {
            return None;
        }
        Some(self.arguments.shown_in(&self.template, name_of))
    }

    /// Whether the message contains the value of the field with this name or index.
    pub(crate) fn shows(&self, field: &str) -> bool {
        self.arguments.show(field, &self.template)
    }
}

/// Returns the format string and its arguments, if the attribute is thiserror's `#[error(…)]` or
/// snafu's `#[snafu(display(…))]`.
fn format_arguments(attribute: &Attribute) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("error") => Some(list.tokens.clone()),
        _ => argument(snafu_tokens(attribute)?.clone(), "display"),
    }
}

/// Returns the tokens of `name(...)` in a comma-separated list.
fn argument(tokens: TokenStream, name: &str) -> Option<TokenStream> {
    let mut named = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => named = ident == name,
            TokenTree::Group(group) if named => return Some(group.stream()),
            _ => named = false,
        }
    }
    None
}

/// Returns the note of Rust's `#[deprecated]`. Without a note, returns a generic one.
pub(crate) fn deprecation(attrs: &[Attribute]) -> Option<String> {
    let attribute = attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("deprecated"))?;
    let note: Option<LitStr> = match &attribute.meta {
        Meta::NameValue(pair) => syn::parse2(pair.value.to_token_stream()).ok(),
        _ => attr::foreign(attribute)
            .iter()
            .find(|entry| entry.name == "note")
            .and_then(Entry::parse_if),
    };
    Some(note.map_or_else(|| "this code is deprecated".to_owned(), |note| note.value()))
}

/// Whether another derive fills in the field, as with backtraces and snafu's implicit data. False
/// for sources.
pub(crate) fn is_side_data(field: &Field) -> bool {
    field.attrs.iter().any(marks_side_data) || is_trace(&field.ty)
}

fn marks_side_data(attribute: &Attribute) -> bool {
    attribute.path().is_ident("backtrace") || snafu_has(attribute, &["backtrace", "implicit"])
}

/// Whether snafu's attribute contains one of the words.
fn snafu_has(attribute: &Attribute, words: &[&str]) -> bool {
    let Some(tokens) = snafu_tokens(attribute) else {
        return false;
    };
    let mut tokens = tokens.clone().into_iter();
    tokens.any(
        |token| matches!(token, TokenTree::Ident(ident) if words.iter().any(|word| ident == word)),
    )
}

fn snafu_tokens(attribute: &Attribute) -> Option<&TokenStream> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("snafu") => Some(&list.tokens),
        _ => None,
    }
}

/// Whether miette shows the field in its reports.
pub(crate) fn is_presentation(field: &Field) -> bool {
    const ROLES: [&str; 5] = [
        "source_code",
        "label",
        "related",
        "help",
        "diagnostic_source",
    ];
    let mut paths = field.attrs.iter().map(Attribute::path);
    paths.any(|path| ROLES.iter().any(|role| path.is_ident(role)))
}

/// Returns whether an attribute of thiserror or snafu says that the field is a source. Returns
/// `None` if there's no such attribute.
pub(crate) fn source_mark(field: &Field) -> Option<bool> {
    field.attrs.iter().find_map(|attribute| {
        if let Some(tokens) = snafu_tokens(attribute)
            && let Some(value) = argument(tokens.clone(), "source")
            && value.to_string() == "false"
        {
            return Some(false);
        }
        let path = attribute.path();
        let is_source =
            path.is_ident("source") || path.is_ident("from") || snafu_has(attribute, &["source"]);
        is_source.then_some(true)
    })
}

/// Whether an attribute of thiserror or snafu shows that one of them implements `Error`.
pub(crate) fn derives_error(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("error") || attribute.path().is_ident("snafu"))
}

/// Whether thiserror and snafu treat the field as a source because of its name. thiserror doesn't
/// if the name is a raw identifier, `r#source`.
pub(crate) fn is_named_source(field: &Field) -> bool {
    field.ident.as_ref().is_some_and(|ident| ident == "source")
}

/// Whether the type is a backtrace, or a location from std or snafu. Ignores other types named
/// `Location`.
fn is_trace(ty: &Type) -> bool {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Reference(reference) => return is_trace(&reference.elem),
        _ => return false,
    };
    let Some(last) = path.segments.last() else {
        return false;
    };
    let argument = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    if ["Option", "Box", "Arc"]
        .iter()
        .any(|name| last.ident == name)
    {
        return match argument {
            Some(GenericArgument::Type(inner)) => is_trace(inner),
            _ => false,
        };
    }
    if last.ident != "Location" {
        return last.ident == "Backtrace";
    }
    // std's `Location<'a>`, or a path such as `snafu::Location`.
    let has_lifetime = matches!(argument, Some(GenericArgument::Lifetime(_)));
    let parent = path.segments.iter().rev().nth(1);
    has_lifetime || parent.is_some_and(|module| module.ident == "panic" || module.ident == "snafu")
}
