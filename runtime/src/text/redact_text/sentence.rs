//! Finds secrets that follow a name without a separator: `password 'S'`, `password is S`, `Password("S")`.

use super::prose::{is_complaint, is_literal, is_metavariable, is_placeholder, is_prose};
use super::{is_quote, window};
use crate::text::secret::{REDACTED, looks_secret, secret_word};
use std::ops::Range;

/// Words between a name and its value. Longer entries precede their prefixes.
const LINKS: &[&str] = &["is ", "is: ", "was set to ", "was ", "was: ", "set to ", "to ", "of ", "as "];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &["sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http"];

/// Returns the value after a name. The name may consist of two words. A quoted password may be any word. After `is` or a
/// similar word, an unquoted password must contain letters and digits. Other values must look random.
pub(super) fn value(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let rest = window(&text[name.end..]);
    let is_call = rest.starts_with('(');
    let after = rest.strip_prefix(['(', ' ', '\t'])?.trim_start_matches([' ', '\t']);
    if after.starts_with(REDACTED) {
        return None;
    }
    let link = LINKS.iter().find(|link| !is_call && after.starts_with(**link));
    let after = &after[link.map_or(0, |link| link.len())..];
    let inside = after.trim_start_matches('\\').strip_prefix(is_quote);
    let value = match inside {
        Some(inside) => inside[..inside.find(is_quote)?].trim_end_matches('\\'),
        None if is_call => return None,
        None => after[..after.find(char::is_whitespace).unwrap_or(after.len())]
            .trim_end_matches(|c| is_quote(c) || ".,;:!?)]}".contains(c)),
    };
    // `Password("S")` is the `Debug` output of a type, but `check_password("name")` is a call of any function.
    let is_quoted = inside.is_some() && (!is_call || word.starts_with(char::is_uppercase));
    // Check for digits first, because checking the name takes longer.
    if (!is_quoted && !has_digit(value)) || is_other(value) || word.starts_with('-') {
        return None;
    }
    let secret = secret_word(word).filter(|secret| !word.contains(' ') || secret.contains('_'))?;
    let is_password = secret.starts_with('p') && !secret.contains('_');
    let is_mixed = value.len() >= 6 && value.contains(char::is_alphabetic) && !is_algorithm(value);
    let is_secret = is_password && (is_quoted || (link.is_some() && is_mixed)) || is_random(value);
    let start = text.len() - text[name.end..].len() + rest.len() - inside.unwrap_or(after).len();
    is_secret.then(|| start..start + value.len())
}

/// Whether a value is a word or a sentence about a secret.
fn is_other(value: &str) -> bool {
    value.is_empty()
        || value.contains(char::is_whitespace)
        || is_placeholder(value)
        || is_literal(value)
        || is_metavariable(value)
        || (looks_secret(value) && !(is_random(value) && has_several_digits(value)))
        || is_prose(value)
        || is_complaint(value)
}

fn is_algorithm(value: &str) -> bool {
    ALGORITHMS.iter().any(|start| value.to_ascii_lowercase().starts_with(start))
}

/// Whether a value looks random: it contains digits and letters of both cases, or it's long, alphanumeric and contains
/// a digit.
pub(super) fn is_random(value: &str) -> bool {
    let has = |is: fn(&char) -> bool| value.chars().any(|c| is(&c));
    let is_mixed = has(char::is_ascii_lowercase) && has(char::is_ascii_uppercase) && value.len() >= 8;
    let is_word =
        value.len() >= 20 && has(char::is_ascii_alphabetic) && value.chars().all(|c| c.is_ascii_alphanumeric());
    has_digit(value) && (is_mixed || is_word)
}

/// Whether a value has more digits than a name, such as `oauth2Token`. A random value can contain a name by chance.
fn has_several_digits(value: &str) -> bool {
    value.bytes().filter(u8::is_ascii_digit).count() > 2
}

fn has_digit(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit())
}
