//! Validates documentation URLs and `instance`, a URI reference that identifies a single occurrence
//! of an error.

use crate::errors::Errors;
use crate::read::REFERENCE;
use crate::template::Piece;
use syn::LitStr;

const PLACEHOLDER: &str = "{code}";

/// Validates the URL template of a type, which must contain `{code}`.
pub(super) fn docs_template(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let template = url(literal, "https://example.com/errors/{code}", errors)?;
    if !template.contains(PLACEHOLDER) {
        errors.on(
            literal,
            "missing `{code}` in the docs template; add it where the code belongs in the URL",
        );
        return None;
    }
    Some(template)
}

/// Validates the URL of a variant, and replaces `{code}` in it.
pub(super) fn docs(literal: &LitStr, code: &str, errors: &mut Errors) -> Option<String> {
    Some(url(literal, "https://example.com/errors", errors)?.replace(PLACEHOLDER, code))
}

fn url(literal: &LitStr, example: &str, errors: &mut Errors) -> Option<String> {
    let text = literal.value();
    if is_url(&text) {
        return Some(text);
    }
    errors.on(
        literal,
        format_args!("invalid value for `docs`; expected a URL, such as \"{example}\""),
    );
    None
}

/// Whether a string is an absolute HTTP(S) URL with a host. Allows `{code}`.
fn is_url(text: &str) -> bool {
    let secure = text.strip_prefix("https://");
    let Some(after_scheme) = secure.or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let filled = after_scheme.replace(PLACEHOLDER, "code");
    // Without a host, the next character is a delimiter.
    let has_host = filled.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    has_host && filled.chars().all(is_legal)
}

/// Whether RFC 3986 allows the character in a URI.
fn is_legal(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(character)
}

/// Validates the template of `instance`. Returns whether it's valid.
pub(super) fn check_instance(pieces: &[Piece], literal: &LitStr, errors: &mut Errors) -> bool {
    let mut has_field = false;
    let mut is_legal_text = true;
    for piece in pieces {
        match piece {
            Piece::Text(text) => is_legal_text &= text.chars().all(is_legal),
            Piece::Field { .. } => has_field = true,
        }
    }
    if !is_legal_text {
        errors.on(
            literal,
            format_args!("invalid value for `instance`; expected {REFERENCE}"),
        );
        return false;
    }
    if !has_field {
        errors.on(
            literal,
            "`instance` has no field; add one that differs for each occurrence",
        );
    }
    has_field
}
