//! The attributes of other derives: thiserror, snafu and displaydoc.

use crate::template;
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::{Attribute, Field, LitStr, Meta, Type};

/// The message of a variant, as its other derive states it.
pub(crate) struct Message {
    pub(crate) template: String,
    pub(crate) span: Span,
    /// The arguments after the literal in `#[error("…", arguments)]`.
    arguments: TokenStream,
}

impl Message {
    /// Reads thiserror's `#[error("…")]` or snafu's `#[snafu(display("…"))]`.
    pub(crate) fn read(attrs: &[Attribute]) -> Option<Self> {
        attrs.iter().find_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("error") => Self::from_tokens(list.tokens.clone()),
            Meta::List(list) if list.path.is_ident("snafu") => {
                argument(list.tokens.clone(), "display").and_then(Self::from_tokens)
            }
            _ => None,
        })
    }

    /// Reads displaydoc's template: a doc comment that names a field in braces.
    pub(crate) fn from_doc(summary: &str, span: Span, fields: &[String]) -> Option<Self> {
        let names = template::names(&template::pieces(summary).ok()?);
        let is_template = !names.is_empty() && names.iter().all(|name| fields.contains(name));
        is_template.then(|| Self { template: summary.to_owned(), span, arguments: TokenStream::new() })
    }

    fn from_tokens(tokens: TokenStream) -> Option<Self> {
        let parser = |input: syn::parse::ParseStream<'_>| {
            let literal: LitStr = input.parse()?;
            Ok((literal, input.parse::<TokenStream>()?))
        };
        let (literal, arguments) = parser.parse2(tokens).ok()?;
        Some(Self { template: literal.value(), span: literal.span(), arguments })
    }

    /// Whether a name of the message refers to more than a field.
    pub(crate) fn has_arguments(&self) -> bool {
        !self.arguments.is_empty()
    }

    /// Whether the message shows the field of this name or index.
    pub(crate) fn shows(&self, field: &str) -> bool {
        let pieces = template::pieces(&self.template).unwrap_or_default();
        let by_name = template::names(&pieces).iter().any(|name| name == field);
        // Arguments without a name take the first numbers; `{0}` is a field only after them.
        let is_argument = field.parse().is_ok_and(|index: usize| index < positional(&self.arguments));
        (by_name && !is_argument) || mentions(&self.arguments, field)
    }
}

/// The number of unnamed arguments after a format string.
fn positional(arguments: &TokenStream) -> usize {
    let tokens: Vec<TokenTree> = arguments.clone().into_iter().collect();
    let is = |token: Option<&TokenTree>, wanted: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let arguments = tokens.split(|token| is(Some(token), ',')).filter(|argument| !argument.is_empty());
    let named = |argument: &&[TokenTree]| {
        matches!(argument.first(), Some(TokenTree::Ident(_))) && is(argument.get(1), '=') && !is(argument.get(2), '=')
    };
    arguments.filter(|argument| !named(argument)).count()
}

fn mentions(tokens: &TokenStream, field: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident.unraw() == field,
        // `.0.1` is tokenized as the number `0.1`.
        TokenTree::Literal(literal) => literal.to_string().split('.').any(|part| part == field),
        TokenTree::Group(group) => mentions(&group.stream(), field),
        TokenTree::Punct(_) => false,
    })
}

/// The tokens in the parentheses of `name(...)` among comma-separated arguments.
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

/// Whether another derive fills a field that is not a source: a backtrace, or snafu's implicit data.
pub(crate) fn is_side_data(field: &Field) -> bool {
    let implicit = field.attrs.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("snafu") => list
            .tokens
            .clone()
            .into_iter()
            .any(|token| matches!(token, TokenTree::Ident(ident) if ident == "backtrace" || ident == "implicit")),
        meta => meta.path().is_ident("backtrace"),
    });
    implicit || is_backtrace(&field.ty)
}

/// Whether a field is the source, a backtrace or another field that is not context.
pub(crate) fn is_plumbing(field: &Field) -> bool {
    let attributes = field.attrs.iter().find_map(|attribute| {
        let path = attribute.path();
        if ["source", "from", "backtrace"].iter().any(|name| path.is_ident(name)) {
            return Some(true);
        }
        if !path.is_ident("snafu") {
            return None;
        }
        let Meta::List(list) = &attribute.meta else { return None };
        snafu_plumbing(list.tokens.clone())
    });
    // A raw `r#source` opts out of thiserror's rule by name.
    let named_source = field.ident.as_ref().is_some_and(|ident| ident == "source");
    attributes.unwrap_or(named_source || is_backtrace(&field.ty))
}

/// `source`, `backtrace` and `implicit`, unless they are disabled as in `source(false)`.
fn snafu_plumbing(tokens: TokenStream) -> Option<bool> {
    if argument(tokens.clone(), "source").is_some_and(|value| value.to_string() == "false") {
        return Some(false);
    }
    let found = tokens.into_iter().any(|token| {
        matches!(token, TokenTree::Ident(ident) if ident == "source" || ident == "backtrace" || ident == "implicit")
    });
    found.then_some(true)
}

fn is_backtrace(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|segment| segment.ident == "Backtrace")
}
