//! Finds secrets that follow a name without a separator: `password 'S'`, `password is S`, `Password("S")`, or on the
//! next line.

use super::is_quote;
use super::prose::{is_literal, is_metavariable, is_placeholder, is_prose};
use super::value::Value;
use crate::text::secret::{REDACTED, looks_secret, secret_word};
use std::ops::Range;

/// The number of bytes to search after a name. The limit keeps the search linear.
const SEARCHED: usize = 256;

/// Words that may connect a name and its value. Longer entries precede their own prefixes.
const LINKS: &[&str] = &["is ", "is: ", "was set to ", "was ", "was: ", "set to ", "to ", "of ", "as "];

/// Signs that may connect a name and its value, as in a table.
const SIGNS: &[&str] = &["| ", "-> ", "→ "];

/// Prefixes of words that contain digits but aren't passwords, as in `password is sha256`.
const ALGORITHMS: &[&str] = &["sha", "md", "base", "utf", "aes", "pbkdf", "argon", "rfc", "http"];

/// The evidence that a string is a secret. Less evidence requires a value that looks more like a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecretEvidence {
    /// The value is quoted. Any password qualifies, but other secrets must look random.
    Quoted,
    /// The value follows `is` or a similar word. A password qualifies if it contains letters and digits, but other
    /// secrets must look random.
    Linked,
    /// The value is an unquoted word. It must look random.
    Bare,
    /// The value is an element of a list. It must look random, because the name may be an unrelated element.
    Listed,
    /// The format requires a value, as in a netrc file: `login eve password S`. Any value qualifies.
    Required,
}

impl SecretEvidence {
    fn in_quotes(self) -> Self {
        if self == Self::Listed { self } else { Self::Quoted }
    }
}

/// Returns the value after a name. The name may consist of two words.
pub(super) fn value(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    let rest = &text[name.end..];
    let secret = || {
        let secret = secret_word(word).filter(|_| !word.starts_with('-'))?;
        (!word.contains(' ') || secret.contains('_')).then_some(secret)
    };
    let is_password = |secret: &str| secret.starts_with('p') && !secret.contains('_');
    let found = match lines_after(rest) {
        Some(lines) => in_next_line(rest, lines, is_password(secret()?))?,
        None => {
            let (range, evidence) = candidate(text, name)?;
            let value = &rest[range.clone()];
            // The evidence is checked first, because few words contain a digit and checking the name takes longer.
            let may_be_value =
                matches!(evidence, SecretEvidence::Quoted | SecretEvidence::Required) || has_digit(value);
            if !may_be_value || !is_value(value, evidence, is_password(secret()?)) {
                return None;
            }
            range
        }
    };
    Some(name.end + found.start..name.end + found.end)
}

/// Returns a possible value on the same line, relative to the end of the name.
fn candidate(text: &str, name: &Range<usize>) -> Option<(Range<usize>, SecretEvidence)> {
    let rest = window(&text[name.end..]);
    let (start, evidence) = value_start(text, name, rest)?;
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
    Some((start..start + value.len(), evidence.in_quotes()))
}

/// Returns the start of a possible value, relative to the end of the name.
fn value_start(text: &str, name: &Range<usize>, rest: &str) -> Option<(usize, SecretEvidence)> {
    if let Some(argument) = rest.strip_prefix('(') {
        // `Password("S")` is the `Debug` output of a type, but `check_password("name")` is a call of any function.
        let is_type = text[name.start..].starts_with(char::is_uppercase);
        let evidence = if is_type { SecretEvidence::Quoted } else { SecretEvidence::Listed };
        return argument.trim_start_matches('\\').starts_with(is_quote).then_some((1, evidence));
    }
    // The name may be the first of a pair in a list: `["password", "S"]`.
    let is_quote_part = |c: char| is_quote(c) || c == '\\';
    let closed = rest.trim_start_matches('\\').strip_prefix(is_quote);
    if let Some(pair) = closed.and_then(|rest| rest.strip_prefix(',')) {
        let is_first = text[..name.start].trim_end_matches(is_quote_part).ends_with('[');
        let start = rest.len() - pair.trim_start_matches(' ').len();
        let is_quoted = pair.trim_start_matches(' ').trim_start_matches('\\').starts_with(is_quote);
        return (is_first && is_quoted).then_some((start, SecretEvidence::Listed));
    }
    let value = rest.strip_prefix([' ', '\t'])?.trim_start_matches([' ', '\t']);
    let start = rest.len() - value.len();
    let starts_with_sign = !value.starts_with(char::is_alphanumeric);
    if let Some(sign) = SIGNS.iter().find(|sign| starts_with_sign && value.starts_with(**sign)) {
        return Some((start + sign.len(), SecretEvidence::Listed));
    }
    match LINKS.iter().find(|link| value.starts_with(**link)) {
        Some(link) => Some((start + link.len(), SecretEvidence::Linked)),
        None if is_netrc(&text[..name.start]) => Some((start, SecretEvidence::Required)),
        None => Some((start, SecretEvidence::Bare)),
    }
}

/// Returns the password in `IDENTIFIED BY 'S'`, which SQL statements contain.
pub(super) fn identified_by(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    let is_clause =
        text[name.clone()].eq_ignore_ascii_case("by") && text[before.clone()].eq_ignore_ascii_case("identified");
    let value = text[name.end..].trim_start_matches([' ', '\t']);
    let is_quoted = value.trim_start_matches('\\').starts_with(is_quote);
    (is_clause && is_quoted).then(|| Value::at(text, text.len() - value.len(), None).range().clone())
}

/// Whether a text ends with `login NAME `, which precedes the password in a netrc file.
fn is_netrc(before: &str) -> bool {
    let mut words = before.trim_end_matches([' ', '\t', '\n']).rsplit([' ', '\t', '\n']);
    words.next().is_some_and(|name| !name.is_empty()) && words.next() == Some("login")
}

fn is_value(value: &str, evidence: SecretEvidence, is_password: bool) -> bool {
    let is_other = value.is_empty()
        || value.contains(char::is_whitespace)
        || is_placeholder(value)
        || is_literal(value)
        || is_metavariable(value)
        || looks_secret(value)
        || is_prose(value);
    let has_both = has_digit(value) && value.contains(char::is_alphabetic);
    let is_algorithm = || ALGORITHMS.iter().any(|start| value.to_ascii_lowercase().starts_with(start));
    !is_other
        && match evidence {
            SecretEvidence::Required => true,
            SecretEvidence::Quoted if is_password => true,
            SecretEvidence::Linked if is_password && value.len() >= 6 && has_both => !is_algorithm(),
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

/// Returns the lines after `name:` or `name: |`. The latter starts a block in YAML.
pub(super) fn lines_after(rest: &str) -> Option<&str> {
    let header = rest.trim_start_matches(is_quote).strip_prefix(':')?.trim_start_matches(' ');
    // A tag may precede the block: `!vault |`.
    let tag = if header.starts_with('!') { window(header).find([' ', '\n']) } else { None };
    let header = tag.map_or(header, |tag| header[tag..].trim_start_matches(' '));
    let lines = header.trim_start_matches(['|', '>', '-', '+']);
    lines.strip_prefix("\r\n").or_else(|| lines.strip_prefix('\n'))
}

/// Returns the value on the lines after a name, relative to the end of the name.
fn in_next_line(rest: &str, lines: &str, is_password: bool) -> Option<Range<usize>> {
    let value = lines.trim_start_matches([' ', '\t']);
    let indent = lines.len() - value.len();
    if indent == 0 {
        return None;
    }
    let start = rest.len() - value.len();
    if rest[..rest.len() - lines.len()].contains(['|', '>']) {
        return Some(start..start + block(value, indent));
    }
    let line = window(value).lines().next().unwrap_or_default().trim_end();
    let inside = line.trim_matches(is_quote);
    let evidence = if inside.len() < line.len() { SecretEvidence::Quoted } else { SecretEvidence::Bare };
    let start = start + line.len() - line.trim_start_matches(is_quote).len();
    is_value(inside, evidence, is_password).then(|| start..start + inside.len())
}

/// Returns the length of a block whose lines are indented by at least `indent` characters.
fn block(value: &str, indent: usize) -> usize {
    let mut length = 0;
    for line in value.split_inclusive('\n') {
        let is_inside =
            length == 0 || line.trim().is_empty() || line.bytes().take_while(|b| *b == b' ').count() >= indent;
        if !is_inside {
            break;
        }
        length += line.len();
    }
    value[..length].trim_end().len()
}

/// Returns the start of a text, up to the number of bytes to search.
pub(super) fn window(text: &str) -> &str {
    let end = (0..=SEARCHED.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
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
            "machine h login eve password S",
            "[\"password\",\"Zq7Hunter2S\"]",
            "password:\n  Zq7Hunter2S",
            "password:\n  \"S\"\nuser: eve",
            "secret: |\n  S",
        ] {
            let shown = without_secrets(text);
            let is_shown = ["\"S\"", "'S'", " S", "hunter2", "Zq7"].iter().any(|secret| shown.contains(secret));
            assert!(shown.contains("[REDACTED]") && !is_shown, "{shown}");
            assert_eq!(without_secrets(&shown), shown);
        }
        let block = "secret: |\n  one\n\n  two\nuser: eve";
        assert_eq!(without_secrets(block), "secret: |\n  [REDACTED]\nuser: eve");
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
