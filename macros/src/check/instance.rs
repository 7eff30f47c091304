//! Validates `instance`, a URI reference that identifies a single occurrence of an error.

use crate::errors::Errors;
use crate::read::REFERENCE;
use crate::template::Piece;
use syn::LitStr;

/// Validates a template. Returns whether it's valid.
pub(super) fn check(pieces: &[Piece], literal: &LitStr, errors: &mut Errors) -> bool {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
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
