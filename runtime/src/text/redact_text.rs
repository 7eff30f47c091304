//! Finds secrets in text: values with a secret name, credentials in headers and URLs, and well-known kinds of keys.

mod command;
pub(crate) mod keys;
mod phrase;
mod prose;
mod url;
mod value;

use super::secret::{Credentials, REDACTED, SCHEMES, looks_secret, looks_secret_with_string, secret_word};
use command::Program;
use std::borrow::Cow;
use std::ops::Range;
use value::{Quote, Value};

/// Redacts the secrets in a text, such as a command line or another program's message.
///
/// Replaces the following with `[REDACTED]`:
///
/// - values whose names [look secret](crate#on-a-field-context)
/// - credentials in `Authorization` headers, cookies and URLs
/// - JSON Web Tokens, private keys, and the keys of services such as GitHub, AWS, Slack and Stripe
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
    Some(start..start + length)
}

/// Returns the secret that follows a name, or the name itself if it's a secret. `before` is the previous name.
fn secret_at(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    if text[name.end..].starts_with("://") {
        return url::credentials(text, name.end + "://".len());
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
    beside.or_else(|| bare_credentials(text, name)).or_else(|| keys::key_in(text, name))
}

/// The syntax between a name and its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// `name=value` or `name => value`.
    Equals,
    /// `name: value`, in data or in prose.
    Colon,
    /// `"name": value` or `("name", "value")`, in data.
    Member,
    /// `--name value`.
    Blank,
    /// `<name>value</name>`.
    Tag,
}

/// Returns the value after a name that looks secret. Rejects other names before searching for the end of the value:
/// otherwise, a long text would be searched many times.
fn value_beside(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    let around = Quote::before(&text[..name.start]);
    let (sign, start) = separator_after(text, name, around)?;
    let (word, rest) = (&text[name.clone()], &text[start..]);
    let needs_string = !looks_secret(word);
    if needs_string && !looks_secret_with_string(word.trim_start_matches('-')) {
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
    let is_flag = word.starts_with('-');
    let is_no_value = match sign {
        Separator::Tag => {
            let end = start + rest.find('<')?;
            return text[end..].starts_with("</").then_some(start..end);
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
    if is_no_value || prose::is_placeholder(rest) {
        return None;
    }
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = around.filter(|_| sign != Separator::Member);
    let value = Value::at(text, start, around);
    let shown = &text[value.range().clone()];
    if needs_string && !shown.contains(char::is_alphabetic) {
        return None;
    }
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

fn is_cookie(name: &str) -> bool {
    ends_with(name, "cookie") && !name.contains(' ')
}

fn ends_with(name: &str, end: &str) -> bool {
    let start = name.len().checked_sub(end.len());
    start.and_then(|start| name.get(start..)).is_some_and(|rest| rest.eq_ignore_ascii_case(end))
}

/// The separators between a name and its value. A longer separator precedes its own prefixes. The last four are
/// percent-encoded.
const SEPARATORS: &[(&str, Separator)] = &[
    ("=>", Separator::Equals),
    (":=", Separator::Equals),
    ("==", Separator::Equals),
    ("=", Separator::Equals),
    (":", Separator::Colon),
    ("%3D", Separator::Equals),
    ("%3d", Separator::Equals),
    ("%3A", Separator::Equals),
    ("%3a", Separator::Equals),
];

/// Returns the text from the value of an entry on, if `rest` follows the entry's name. Such entries are
/// `{"name": "API_KEY", "value": "S"}`, `<add key="token" value="S"/>`, and in YAML, `name: API_KEY` followed by
/// `value: S`. `rest` starts after the name and its quote.
fn value_of_entry<'a>(before: &str, rest: &'a str) -> Option<&'a str> {
    if !before.trim_end_matches(|c| is_quote(c) || c == '\\').trim_end_matches(' ').ends_with([':', '=']) {
        return None;
    }
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    let name = rest.trim_start_matches(|c| is_quote(c) || c == '\\');
    let after = name.strip_prefix("value").or_else(|| name.strip_prefix("Value"))?;
    let after = after.trim_start_matches(|c| is_quote(c) || c == '\\').trim_start_matches(' ');
    after.strip_prefix([':', '='])
}

/// Returns the separator after a name, and the offset of the value.
fn separator_after(text: &str, name: &Range<usize>, around: Option<Quote>) -> Option<(Separator, usize)> {
    let blank = |c: char| c == ' ' || c == '\t';
    let behind = &text[name.end..];
    let closed = around.and_then(|quote| quote.strip(behind));
    let rest = closed.unwrap_or(behind);
    // The name may be an index: `user[password]=` or `headers["Cookie"] =`.
    let rest = rest.strip_prefix(']').unwrap_or(rest);
    let is_flag = text[name.clone()].starts_with('-');
    let found = |sign, rest: &str| Some((sign, text.len() - rest.trim_start_matches(blank).len()));
    if let Some(value) = value_of_entry(&text[..name.start], rest) {
        return found(Separator::Member, value);
    }
    if let Some(value) = closed.and_then(|_| rest.strip_prefix(',')) {
        let is_pair = is_flag || text[..name.start].trim_end_matches(|c| is_quote(c) || c == '\\').ends_with('(');
        let is_quoted = value.trim_start_matches(|c| blank(c) || c == '\\').starts_with(is_quote);
        return if is_pair && is_quoted { found(Separator::Member, value) } else { None };
    }
    if let Some(value) = rest.strip_prefix('>').filter(|_| text[..name.start].ends_with('<')) {
        return Some((Separator::Tag, text.len() - value.len()));
    }
    let signed = rest.trim_start_matches(blank);
    if signed.starts_with("::") {
        return None;
    }
    for (spelling, sign) in SEPARATORS {
        if let Some(value) = signed.strip_prefix(spelling) {
            return found(if closed.is_some() { Separator::Member } else { *sign }, value);
        }
    }
    (is_flag && closed.is_none() && rest.starts_with(blank)).then(|| found(Separator::Blank, signed)).flatten()
}

/// Returns the credentials after an authentication scheme. If the range doesn't start with a scheme, returns the whole
/// range.
fn after_scheme(text: &str, range: Range<usize>) -> Range<usize> {
    let Some((_, length)) = scheme(&text[range.start..]) else { return range };
    let start = range.start + length;
    match start < range.end {
        true => start..range.end,
        // The unquoted value ended after the scheme.
        false if prose::is_prose(&text[start..]) => start..start,
        false => Value::at(text, start, None).range().clone(),
    }
}

/// Returns the credentials in an `Authorization` header. After most schemes, they're a single word. After some schemes,
/// they're parameters up to the end of the line. Without a known scheme, the whole line counts.
fn authorization(text: &str, range: Range<usize>, around: Option<Quote>) -> Range<usize> {
    match scheme(&text[range.start..]) {
        Some((Credentials::Word, _)) => after_scheme(text, range),
        Some((Credentials::Parameters, length)) => {
            range.start + length..end_of_header(text, range.start + length, around)
        }
        None => range.start..end_of_header(text, range.start, around),
    }
}

/// Parses an authentication scheme at the start of a text. Returns the kind of its credentials and their offset.
fn scheme(text: &str) -> Option<(Credentials, usize)> {
    let (_, credentials) = SCHEMES.iter().find(|(name, _)| {
        let start = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        start && text[name.len()..].starts_with([' ', '\t'])
    })?;
    let word = text.find([' ', '\t'])?;
    Some((*credentials, text.len() - text[word..].trim_start_matches([' ', '\t']).len()))
}

fn end_of_header(text: &str, start: usize, around: Option<Quote>) -> usize {
    let rest = &text[start..];
    let line = rest.find(['\r', '\n']).unwrap_or(rest.len());
    start + around.and_then(|quote| quote.closing(&rest[..line])).unwrap_or(line)
}

/// Returns the credentials after a scheme outside of a header, as in `Bearer abc123`.
fn bare_credentials(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let word = &text[name.clone()];
    if !["Bearer", "Basic"].iter().any(|scheme| scheme.eq_ignore_ascii_case(word)) {
        return None;
    }
    let (_, length) = scheme(&text[name.start..])?;
    let value = Value::at(text, name.start + length, None).range().clone();
    let credentials = &text[value.clone()];
    let is_mixed = credentials.chars().skip(1).any(char::is_uppercase) && credentials.chars().any(char::is_lowercase);
    let is_key = credentials.contains(|c: char| c.is_ascii_digit()) || credentials.ends_with('=') || is_mixed;
    // Parameters after a scheme belong to a challenge: `Bearer realm="api"`.
    let is_word = !credentials.contains(char::is_whitespace) && !credentials.trim_end_matches('=').contains('=');
    (credentials.len() >= 6 && is_word && is_key).then_some(value)
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}

#[cfg(test)]
mod tests;
