//! Sets the spans of tokens, and formats type names for the catalog.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// Sets the span of all tokens, so that rustc reports errors at that span. Doesn't affect name
/// resolution.
pub(crate) fn located(span: Span, tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| located_token(span, token))
        .collect()
}

fn located_token(span: Span, mut token: TokenTree) -> TokenTree {
    if let TokenTree::Group(group) = &token {
        token = Group::new(group.delimiter(), located(span, group.stream())).into();
    }
    token.set_span(span.resolved_at(token.span()));
    token
}

/// Returns the identifier if the tokens are only one, and if it starts with a small letter, as the
/// names of fields do and those of constants don't.
pub(crate) fn small_ident(tokens: &TokenStream) -> Option<Ident> {
    let ident: Ident = syn::parse2(tokens.clone()).ok()?;
    let is_small = ident.unraw().to_string().starts_with(char::is_lowercase);
    is_small.then_some(ident)
}

/// Formats a type as it's usually written, such as `Option<&'a str>`. rustc's own spacing depends
/// on its version.
pub(crate) fn type_text(tokens: &TokenStream) -> String {
    let mut text = String::new();
    let mut after_space = false;
    for character in tokens.to_string().chars() {
        let after_word = text.ends_with(is_word);
        let after_lifetime = after_word && text.trim_end_matches(is_word).ends_with('\'');
        let starts_word = is_word(character) || character == '\'';
        let separates_words = after_space && after_word && starts_word;
        if separates_words || (after_lifetime && matches!(character, '(' | '[')) {
            text.push(' ');
        }
        after_space = character.is_whitespace();
        match character {
            ',' | ';' => text.extend([character, ' ']),
            '+' => text.push_str(" + "),
            _ if after_space => {}
            _ => text.push(character),
        }
    }
    text
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns all identifiers, each with whether it's the name of a lifetime.
pub(crate) fn idents(tokens: TokenStream) -> Vec<(Ident, bool)> {
    let mut found = Vec::new();
    let mut is_lifetime = false;
    for token in tokens {
        let is_apostrophe = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(ident) => found.push((ident, is_lifetime)),
            TokenTree::Group(group) => found.extend(idents(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        is_lifetime = is_apostrophe;
    }
    found
}
