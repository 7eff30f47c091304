//! Sets the spans of tokens, and formats type names for the catalog.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Sets the span of all tokens, so that rustc reports errors at that span. Doesn't affect name resolution.
pub(crate) fn located(span: Span, tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut moved = Group::new(group.delimiter(), located(span, group.stream()));
            moved.set_span(span.resolved_at(group.span()));
            return TokenTree::Group(moved);
        }
        token.set_span(span.resolved_at(token.span()));
        token
    });
    tokens.collect()
}

/// Formats a type as it's usually written, such as `Option<&'a str>`.
pub(crate) fn type_text(tokens: TokenStream) -> String {
    let mut text = String::new();
    write_type(tokens, &mut text);
    text
}

fn write_type(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                if let (Some(tick), false) = (text.rfind('\''), open.is_empty())
                    && text[tick + 1..].chars().all(is_word)
                {
                    // Separate the group from the preceding lifetime.
                    text.push(' ');
                }
                text.push_str(open);
                write_type(group.stream(), text);
                text.push_str(close);
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                separator @ (',' | ';') => text.extend([separator, ' ']),
                '+' => text.push_str(" + "),
                '\'' => {
                    space_after_word(text);
                    text.push('\'');
                }
                other => text.push(other),
            },
            word => {
                space_after_word(text);
                text.push_str(&word.to_string());
            }
        }
    }
}

fn space_after_word(text: &mut String) {
    if text.ends_with(is_word) {
        text.push(' ');
    }
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
