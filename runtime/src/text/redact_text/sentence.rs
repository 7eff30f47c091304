//! Finds secrets that follow a name without a separator: `password 'S'`, `password is S`, `Password("S")`.

use super::prose::{is_complaint, is_literal, is_metavariable, is_placeholder, is_prose};
use super::{is_quote, window};
use crate::text::secret::{REDACTED, looks_secret, secret_word};
use std::ops::Range;

/// Words that may connect a name and its value. Longer entries precede their own prefixes.
const LINKS: &[&str] = &["is ", "is: ", "was set to ", "was ", "was: ", "set to ", "to ", "of ", "as "];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &["sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http"];

/// The evidence that a string is a secret. Less evidence requires a value that looks more like a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// The value is quoted. Any password qualifies, but other secrets must look random.
    Quoted,
    /// The value follows `is` or a similar word. A password qualifies if it contains letters and digits, but other
    /// secrets must look random.
    Linked,
    /// The value is an unquoted word, or an argument of any function. It must look random.
    Weak,
}

/// Returns the value after a name. The name may consist of two words.
pub(super) fn value(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let (range, evidence) = candidate(word, window(&text[name.end..]))?;
    let range = name.end + range.start..name.end + range.end;
    let value = &text[range.clone()];
    // The evidence is checked first, because few words contain a digit and checking the name takes longer.
    if evidence != Evidence::Quoted && !has_digit(value) {
        return None;
    }
    let secret = secret_word(word).filter(|secret| !word.contains(' ') || secret.contains('_'))?;
    let is_password = secret.starts_with('p') && !secret.contains('_');
    (!word.starts_with('-') && is_value(value, evidence, is_password)).then_some(range)
}

/// Returns a possible value on the same line, relative to the end of the name.
fn candidate(name: &str, rest: &str) -> Option<(Range<usize>, Evidence)> {
    let (start, evidence) = if let Some(argument) = rest.strip_prefix('(') {
        // `Password("S")` is the `Debug` output of a type, but `check_password("name")` is a call of any function.
        let evidence = if name.starts_with(char::is_uppercase) { Evidence::Quoted } else { Evidence::Weak };
        (argument.trim_start_matches('\\').starts_with(is_quote).then_some(1)?, evidence)
    } else {
        let value = rest.strip_prefix([' ', '\t'])?.trim_start_matches([' ', '\t']);
        let start = rest.len() - value.len();
        match LINKS.iter().find(|link| value.starts_with(**link)) {
            Some(link) => (start + link.len(), Evidence::Linked),
            None if value.trim_start_matches('\\').starts_with(is_quote) => (start, Evidence::Quoted),
            None => (start, Evidence::Weak),
        }
    };
    let after = &rest[start..];
    if after.starts_with(REDACTED) {
        return None;
    }
    let Some(quote) = after.trim_start_matches('\\').chars().next().filter(|c| is_quote(*c)) else {
        let word = &after[..after.find(char::is_whitespace).unwrap_or(after.len())];
        let word = word.trim_end_matches(|c| is_quote(c) || ".,;:!?)]}".contains(c));
        return Some((start..start + word.len(), evidence));
    };
    let inside = after.trim_start_matches(|c| is_quote(c) || c == '\\');
    let start = start + after.len() - inside.len();
    let value = inside[..inside.find(quote)?].trim_end_matches('\\');
    let evidence = if evidence == Evidence::Linked { Evidence::Quoted } else { evidence };
    Some((start..start + value.len(), evidence))
}

fn is_value(value: &str, evidence: Evidence, is_password: bool) -> bool {
    let is_other = value.is_empty()
        || value.contains(char::is_whitespace)
        || is_placeholder(value)
        || is_literal(value)
        || is_metavariable(value)
        || looks_secret(value)
        || is_prose(value)
        || is_complaint(value);
    let has_both = has_digit(value) && value.contains(char::is_alphabetic);
    let is_algorithm = || ALGORITHMS.iter().any(|start| value.to_ascii_lowercase().starts_with(start));
    !is_other
        && match evidence {
            Evidence::Quoted if is_password => true,
            Evidence::Linked if is_password && value.len() >= 6 && has_both => !is_algorithm(),
            _ => is_random(value),
        }
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

fn has_digit(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::without_secrets;

    #[test]
    fn values_in_sentences_are_redacted() {
        for text in [
            "Password(\"S\")",
            "Some(Password(\"S\"))",
            "the password \"S\" was rejected",
            "invalid password 'S'",
            "invalid token `Zq7Hunter2S`",
            "bad API key Zq7Hunter2S",
            "password is hunter2.",
            "password was 'S'",
            "set password to hunter2",
            "passwd Zq7Hunter2S",
        ] {
            let shown = without_secrets(text);
            let is_shown = ["\"S\"", "'S'", " S", "hunter2", "Zq7"].iter().any(|secret| shown.contains(secret));
            assert!(shown.contains("[REDACTED]") && !is_shown, "{shown}");
            assert_eq!(without_secrets(&shown), shown);
        }
    }

    #[test]
    fn sentences_about_secrets_stay() {
        for text in [
            "unexpected token `fn`",
            "Token(\"fn\")",
            "secret 'db-credentials' not found",
            "password is sha256",
            "password is required",
            "password 'must' be set",
            "[\"password\",\"email\"]",
            "the API key is invalid",
            "password:\n  must have 8 characters",
            "token:\n  type: string",
            "cookie `sid` is missing",
        ] {
            assert_eq!(without_secrets(text), text);
        }
    }
}
