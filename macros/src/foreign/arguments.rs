//! Format string arguments, as in `#[error("{} of {total}", .items.len())]`.

use crate::template;
use crate::tokens::type_text;
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The replacement for arguments that are too complex for a catalog.
const PLACEHOLDER: &str = "…";
/// The maximum number of characters of an argument in the catalog.
const MAX_CHARS: usize = 40;
/// Methods that don't change how a value is displayed.
const SAME_TEXT: [&str; 6] = [
    "display",
    "to_string",
    "to_string_lossy",
    "as_str",
    "as_ref",
    "clone",
];

/// The arguments of a format string, in order. A positional argument has no name.
#[derive(Default)]
pub(crate) struct Arguments(Vec<(Option<String>, Vec<TokenTree>)>);

impl Arguments {
    pub(super) fn read(tokens: TokenStream) -> Self {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut arguments = Vec::new();
        for argument in tokens.split(|token| is(Some(token), ',')) {
            // Skip a trailing comma.
            if !argument.is_empty() {
                arguments.push(without_name(argument));
            }
        }
        Self(arguments)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the message displays the field with this name or index, directly or through an
    /// argument.
    pub(super) fn show(&self, field: &str, template: &str) -> bool {
        let pieces = template::pieces(&numbered(template)).unwrap_or_default();
        let by_name = template::names(&pieces).iter().any(|name| name == field);
        // A positional argument takes precedence over the field with the same index.
        if by_name && self.positional(field).is_none() {
            return true;
        }
        let mut arguments = self.0.iter();
        arguments.any(|(_, tokens)| mentions(tokens.iter().cloned(), field))
    }

    fn named(&self, name: &str) -> Option<&[TokenTree]> {
        let mut arguments = self.0.iter();
        let (_, argument) = arguments.find(|(known, _)| known.as_deref() == Some(name))?;
        Some(argument)
    }

    fn positional(&self, index: &str) -> Option<&[TokenTree]> {
        let (name, argument) = self.0.get(index.parse::<usize>().ok()?)?;
        name.is_none().then_some(argument)
    }

    /// Replaces the placeholders of a format string with descriptions of their arguments, for the
    /// catalog. Translates field names with `name_of`, keeps short expressions such as
    /// `items.len()`, and replaces all others with `…`.
    pub(super) fn shown_in(&self, template: &str, name_of: impl Fn(&str) -> String) -> String {
        // `.*` consumes an additional argument without a placeholder.
        let has_hidden_argument = template.contains(".*");
        match template::pieces(&numbered(template)) {
            Ok(pieces) if !has_hidden_argument => {
                template::with_names(&pieces, |name| self.placeholder(name, &name_of))
            }
            _ => template.to_owned(),
        }
    }

    /// Returns the name of a placeholder in the catalog.
    fn placeholder(&self, name: &str, name_of: impl Fn(&str) -> String) -> String {
        if let Some(argument) = self.named(name) {
            // For other expressions than fields, keep the argument's name.
            return match field_name(argument) {
                Some(field) => name_of(&field),
                None => name.to_owned(),
            };
        }
        match self.positional(name) {
            Some(argument) => shown(argument, name_of),
            None => name_of(name),
        }
    }
}

/// Splits the name from an argument such as `name = value`, if there is one.
fn without_name(argument: &[TokenTree]) -> (Option<String>, Vec<TokenTree>) {
    if let [TokenTree::Ident(name), equals, value @ ..] = argument
        && is(Some(equals), '=')
        // Not a comparison, `a == b`.
        && !is(value.first(), '=')
    {
        return (Some(name.unraw().to_string()), value.to_vec());
    }
    (None, argument.to_vec())
}

/// Adds an index to each `{}` of a format string.
fn numbered(template: &str) -> String {
    let mut with_indices = String::with_capacity(template.len());
    let mut next_index = 0;
    let mut rest = template.chars().peekable();
    while let Some(character) = rest.next() {
        with_indices.push(character);
        if character != '{' {
            continue;
        }
        match rest.peek() {
            // An escaped brace.
            Some('{') => with_indices.extend(rest.next()),
            Some('}' | ':') => {
                with_indices.push_str(&next_index.to_string());
                next_index += 1;
            }
            _ => {}
        }
    }
    with_indices
}

fn shown(argument: &[TokenTree], name_of: impl Fn(&str) -> String) -> String {
    let value = without_same_text(argument);
    if let Some(name) = field_name(value) {
        return name_of(&name);
    }
    let text = type_text(&without_receiver(value).iter().cloned().collect());
    let is_simple = text.chars().count() <= MAX_CHARS && !text.contains(['{', '}', ':', '$']);
    if is_simple {
        text
    } else {
        PLACEHOLDER.to_owned()
    }
}

/// Returns the field name in `.field`, `self.field`, `*field` or `&field`.
fn field_name(argument: &[TokenTree]) -> Option<String> {
    match without_receiver(argument) {
        [TokenTree::Ident(ident)] => Some(ident.unraw().to_string()),
        [TokenTree::Literal(literal)] => {
            let index: usize = literal.to_string().parse().ok()?;
            Some(index.to_string())
        }
        _ => None,
    }
}

fn without_receiver(mut argument: &[TokenTree]) -> &[TokenTree] {
    while is(argument.first(), '*') || is(argument.first(), '&') {
        argument = &argument[1..];
    }
    match argument {
        [TokenTree::Ident(ident), dot, rest @ ..] if ident == "self" && is(Some(dot), '.') => rest,
        [dot, rest @ ..] if is(Some(dot), '.') => rest,
        whole => whole,
    }
}

fn without_same_text(mut argument: &[TokenTree]) -> &[TokenTree] {
    while let [
        rest @ ..,
        dot,
        TokenTree::Ident(method),
        TokenTree::Group(group),
    ] = argument
        && is(Some(dot), '.')
        && group.stream().is_empty()
        && SAME_TEXT.iter().any(|same| method == same)
    {
        argument = rest;
    }
    argument
}

fn is(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn mentions(tokens: impl IntoIterator<Item = TokenTree>, field: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident.unraw() == field,
        // The tokenizer treats `.0.1` as the number `0.1`.
        TokenTree::Literal(literal) => literal.to_string().split('.').any(|part| part == field),
        TokenTree::Group(group) => mentions(group.stream(), field),
        TokenTree::Punct(_) => false,
    })
}
