//! Validates documentation URLs and `instance`, a URI reference that identifies a single occurrence of an error.

use crate::errors::Errors;
use crate::read::REFERENCE;
use crate::template::Piece;
use syn::LitStr;

const PLACEHOLDER: &str = "{code}";

/// Validates the URL template of a type, which must contain `{code}`.
pub(super) fn docs_template(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let template = literal.value();
    if !is_url(&template) {
        errors.on(literal, "invalid value for `docs`; expected a URL, such as \"https://example.com/errors/{code}\"");
        return None;
    }
    if !template.contains(PLACEHOLDER) {
        errors.on(literal, "missing `{code}` in the docs template; add it where the code belongs in the URL");
        return None;
    }
    Some(template)
}

/// Validates the URL of a variant, and replaces `{code}` in it.
pub(super) fn docs(literal: &LitStr, code: &str, errors: &mut Errors) -> Option<String> {
    let url = literal.value();
    if !is_url(&url) {
        errors.on(literal, "invalid value for `docs`; expected a URL, such as \"https://example.com/errors\"");
        return None;
    }
    Some(url.replace(PLACEHOLDER, code))
}

/// Whether a string is an absolute HTTP(S) URL with a host. Allows `{code}`.
fn is_url(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let rest = rest.replace(PLACEHOLDER, "code");
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[') && rest.chars().all(is_legal)
}

/// Whether RFC 3986 allows the character in a URI.
fn is_legal(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(character)
}

/// Validates the template of `instance`. Returns whether it's valid.
pub(super) fn instance(pieces: &[Piece], literal: &LitStr, errors: &mut Errors) -> bool {
    let mut fields = 0;
    for piece in pieces {
        match piece {
            Piece::Field { name, spec } if !spec.is_empty() => {
                let remedy = "values are percent-encoded";
                errors.on(
                    literal,
                    format_args!("format spec `{spec}` for `{name}` in `instance`; write `{{{name}}}`, since {remedy}"),
                );
                return false;
            }
            Piece::Field { .. } => fields += 1,
            Piece::Text(text) if text.chars().all(is_legal) => {}
            Piece::Text(_) => {
                errors.on(literal, format_args!("invalid value for `instance`; expected {REFERENCE}"));
                return false;
            }
        }
    }
    if fields == 0 {
        errors.on(literal, "`instance` has no field; add one that differs for each occurrence");
    }
    fields > 0
}
