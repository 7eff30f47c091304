//! Finds secrets in text: values with a secret name, credentials in headers and URLs, and well-known kinds of keys.

mod colons;
mod command;
mod header;
pub(crate) mod keys;
mod phrase;
mod prose;
mod separator;
mod url;
mod value;

use super::sanitize::clean_capped;
use super::secret::{REDACTED, SecretValues, ambiguous, looks_secret, secret_word};
use command::Program;
use header::{after_scheme, authorization, bare_credentials, end_of_header, is_cookie};
use separator::{Separator, separator_after};
use std::borrow::Cow;
use std::ops::Range;
use value::{QuotationMark, Value};

/// Redacts the secrets in a text, such as a command line or another program's message.
///
/// Replaces the following with `[REDACTED]`:
///
/// - values whose names [look secret](crate#on-a-field-context)
/// - credentials in `Authorization` headers, cookies and URLs
/// - JSON Web Tokens, private keys, and the keys of services such as GitHub, AWS, Slack and Stripe
///
/// If a text with secrets contains control sequences, they're removed, because they may separate a name from its value.
///
/// ```
/// use agent_error::format::without_secrets;
///
/// for (text, shown) in [
///     ("tool login --password hunter2 --user eve", "tool login --password [REDACTED] --user eve"),
///     ("env API_KEY=abc tool", "env API_KEY=[REDACTED] tool"),
///     (r#"{"token": "abc", "max_tokens": 5"#, r#"{"token": "[REDACTED]", "max_tokens": 5"#),
///     ("curl -H 'Authorization: Bearer abc'", "curl -H 'Authorization: Bearer [REDACTED]'"),
///     ("Login { password: Some(\"a b\") }", "Login { password: [REDACTED] }"),
///     ("postgres://eve:hunter2@db/shop", "postgres://eve:[REDACTED]@db/shop"),
///     ("password: must have 8 characters", "password: must have 8 characters"),
/// ] {
///     assert_eq!(without_secrets(text), shown);
/// }
/// ```
///
/// Takes linear time. The result is at most 10 times as long as the text, because each `[REDACTED]` replaces at least
/// one byte. A secret that has neither a name nor a known format isn't found. An example is the password in
/// `login eve hunter2`.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    // Colored output has control sequences around names and values. All formats remove them.
    if has_control(text) {
        let clean = clean_capped(&text, usize::MAX);
        return match in_clean(&clean) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(shown) => Cow::Owned(shown),
        };
    }
    in_clean(text)
}

/// Whether a text contains control characters other than white space. Most texts are ASCII, which is faster to check.
fn has_control(text: &str) -> bool {
    let is_space = |byte: u8| matches!(byte, b'\n' | b'\r' | b'\t');
    text.bytes().any(|byte| byte.is_ascii_control() && !is_space(byte))
        || (!text.is_ascii() && text.contains(|c: char| c.is_control() && !c.is_whitespace()))
}

/// Redacts the secrets in a text without control sequences.
fn in_clean(text: &str) -> Cow<'_, str> {
    let (mut shown, mut copied, mut at) = (String::new(), 0, 0);
    let mut before = 0..0;
    let mut program = None;
    while let Some(name) = next_name(text, at) {
        if text[at..name.start].contains(['\n', ';', '|']) {
            program = None;
        }
        at = name.end;
        program = Program::named(&text[name.clone()]).or(program);
        let of_program = program.and_then(|program| program.password(text, &name));
        let secret = of_program.or_else(|| secret_at(text, &before, &name));
        before = name;
        if let Some(secret) = secret.filter(|range| !range.is_empty() && !is_redacted(text, range)) {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            (copied, at) = (secret.end, secret.end);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(&text[copied..]);
    Cow::Owned(shown)
}

/// Like [`without_secrets`], for a single argument, value or name. Redacts the whole string if it looks like a key.
#[cfg(feature = "clap")]
pub(crate) fn without_secrets_of_word(word: &str) -> Cow<'_, str> {
    if keys::looks_like_key(word) { Cow::Borrowed(REDACTED) } else { without_secrets(word) }
}

/// Whether a secret has already been redacted.
fn is_redacted(text: &str, secret: &Range<usize>) -> bool {
    // An unquoted value may end before the bracket that closes `[REDACTED]`.
    text[secret.start..].starts_with(REDACTED) && secret.len() <= REDACTED.len()
}

fn next_name(text: &str, from: usize) -> Option<Range<usize>> {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let start = from + text[from..].find(of_name)?;
    let length = text[start..].find(|c| !of_name(c)).unwrap_or(text.len() - start);
    // A name may follow a percent-encoded separator: `%26token%3D`.
    let is_code =
        text[..start].ends_with('%') && length > 2 && text.as_bytes()[start..][..2].iter().all(u8::is_ascii_hexdigit);
    Some(start + if is_code { 2 } else { 0 }..start + length)
}

/// Returns the secret that follows a name, or the name itself if it's a secret. `before` is the previous name.
fn secret_at(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    if let Some(mark) = url::mark(&text[name.end..]) {
        return url::credentials(text, name.end + mark.len());
    }
    if let Some(secret) = url::encoded_credentials(text, name.end).or_else(|| phrase::identified_by(text, before, name))
    {
        return Some(secret);
    }
    // Two words may form a single name: `API key`.
    let is_joined = !before.is_empty() && before.end + 1 == name.start && text[before.end..].starts_with(' ');
    let joined = || is_joined.then(|| value_beside(text, before, &(before.start..name.end))).flatten();
    let beside = value_beside(text, before, name).or_else(joined);
    let in_phrase = || {
        let joined = || is_joined.then(|| phrase::value(text, &(before.start..name.end))).flatten();
        phrase::value(text, name).or_else(joined)
    };
    let beside = beside.filter(|value| !value.is_empty()).or_else(in_phrase);
    let in_colons = || colons::password(text, name);
    beside.or_else(|| bare_credentials(text, name)).or_else(|| keys::key_in(text, name)).or_else(in_colons)
}

/// Returns the value after a name that looks secret. Rejects other names before searching for the end of the value:
/// otherwise, a long text would be searched many times.
fn value_beside(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    let around = QuotationMark::before(&text[..name.start]);
    let (sign, start) = separator_after(text, name, around)?;
    let (word, rest) = (&text[name.clone()], &text[start..]);
    let ambiguous = match looks_secret(word) {
        true => None,
        false => Some(ambiguous(word)?),
    };
    let needs_string = ambiguous == Some(SecretValues::Strings);
    if ambiguous == Some(SecretValues::Random) && !matches!(sign, Separator::Equals | Separator::Blank) {
        return None;
    }
    // Both words must be part of the secret's name. `API key` qualifies, but `token limit` doesn't.
    let is_of_one = word.contains(' ') && !secret_word(word).is_some_and(|secret| secret.contains('_'));
    // `token` isn't a secret if a parser reported it, as in `unexpected token: …`.
    let is_of_grammar =
        word == "token" && ["unexpected", "expected", "unknown", "next"].contains(&&text[before.clone()]);
    if is_of_one || (is_of_grammar && sign == Separator::Colon) {
        return None;
    }
    // A block in YAML ends at its indentation.
    if phrase::lines_after(&text[name.end..]).is_some() {
        return None;
    }
    let is_flag = word.starts_with('-');
    let is_no_value = match sign {
        Separator::Tag => {
            let end = start + rest.find('<')?;
            // A CDATA section ends before the tag.
            let end = if text[..end].ends_with("]]>") { end - "]]>".len() } else { end };
            let after = rest[end - start..].trim_start_matches("]]>");
            return (after.starts_with("</") || after.starts_with("<\\/")).then_some(start..end);
        }
        Separator::Blank => rest.starts_with(['-', '(', '[', '|']) || prose::is_prose(rest),
        // Authentication schemes are capitalized, so a lower-case word is prose.
        Separator::Colon if ends_with(word, "authorization") => {
            prose::is_prose(rest) && rest.starts_with(char::is_lowercase)
        }
        Separator::Colon => {
            prose::is_prose(rest) || (needs_string && !begins_with_string(rest) && !begins_random(rest))
        }
        Separator::Equals | Separator::Member => false,
    };
    // In an ODBC connection string, braces quote a value: `UID=eve;PWD={S}`.
    let is_odbc = sign == Separator::Equals && text[..name.start].ends_with(';') && rest.starts_with('{');
    if is_no_value || (prose::is_placeholder(rest) && !is_odbc) {
        return None;
    }
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = around.filter(|_| sign != Separator::Member);
    // A value that isn't secret is searched again, so the search is limited.
    let begins = &text[..start + phrase::window(rest).len()];
    if ambiguous.is_some_and(|values| !values.contain(&begins[Value::at(begins, start, around).range().clone()])) {
        return None;
    }
    let value = Value::at(text, start, around);
    let shown = &text[value.range().clone()];
    match value {
        Value::Bare(_) if prose::is_literal(shown) || (is_flag && prose::is_metavariable(shown)) => None,
        Value::Bare(_) if sign == Separator::Colon && ends_with(word, "key") && prose::is_path(shown) => None,
        Value::Bare(_) if sign != Separator::Equals && is_cookie(word) => {
            Some(start..end_of_header(text, start, around))
        }
        Value::Bare(range) if ends_with(word, "authorization") => Some(authorization(text, range, around)),
        Value::Bare(range) | Value::Quoted(range) => Some(after_scheme(text, range)),
        Value::Nested(range) => Some(range),
    }
}

fn begins_with_string(value: &str) -> bool {
    value.starts_with(|c: char| is_quote(c) || matches!(c, '[' | '{')) || value.starts_with("Some(")
}

fn begins_random(value: &str) -> bool {
    phrase::is_random(phrase::window(value).split(char::is_whitespace).next().unwrap_or_default())
}

fn ends_with(name: &str, end: &str) -> bool {
    let start = name.len().checked_sub(end.len());
    start.and_then(|start| name.get(start..)).is_some_and(|rest| rest.eq_ignore_ascii_case(end))
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}

#[cfg(test)]
mod tests;
