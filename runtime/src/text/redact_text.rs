//! Redacts secrets in text: values with a secret name, credentials in headers and URLs, and keys in a known format.
//!
//! A single pass visits each name: a run of letters, digits and a few other characters. Each pattern then checks for a
//! secret next to the name. To keep the pass linear, a pattern only looks at a [`window`] of text. If it finds a
//! secret, the pass continues at the end of the secret.

mod address;
mod command;
mod header;
pub(crate) mod keys;
pub(crate) mod prose;
mod sentence;
mod value;

use super::sanitize::clean_capped;
use super::secret::{REDACTED, SecretValues, ambiguous, ends_with, is_some_key, looks_secret, secret_word};
use command::Program;
use header::{after_scheme, authorization, bare_credentials, end_of_header, is_cookie};
use prose::{
    MESSAGES, is_call, is_complaint, is_description, is_literal, is_metavariable, is_path, is_placeholder, is_prose,
    is_rooted, is_sentence,
};
use std::borrow::Cow;
use std::ops::Range;
use value::{Quote, Value, bare, opening_quote};

/// The maximum number of additional passes.
const PASSES: usize = 4;

/// The maximum number of bytes that a pattern looks at.
const WINDOW: usize = 256;

/// Redacts the secrets in a string, such as a command line or another program's message.
///
/// Replaces the following with `[REDACTED]`:
///
/// - values whose names [look secret](crate#on-a-field-context)
/// - credentials in `Authorization` headers, cookies and URLs
/// - JSON Web Tokens, private keys, and the keys of services such as GitHub, AWS, Slack and Stripe
///
/// The guide on security lists all patterns.
///
/// If a string with secrets contains control sequences, they're removed, because they may separate a name from its value.
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
/// one byte. A secret without a name or a known format isn't found, such as the password in `login eve hunter2`.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    // Colored output has control sequences around names and values. All formats remove them.
    let has_control = text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}'));
    let clean = if has_control { Cow::Owned(clean_capped(&text, usize::MAX)) } else { Cow::Borrowed(text) };
    let Some(mut shown) = in_clean(&clean) else { return Cow::Borrowed(text) };
    // A redacted value may complete another pattern, as in `Cookie: token=S`.
    for _ in 0..PASSES {
        let Some(next) = in_clean(&shown) else { break };
        shown = next;
    }
    Cow::Owned(shown)
}

/// Redacts the secrets in a string without control sequences. Returns `None` if there are none.
fn in_clean(text: &str) -> Option<String> {
    let (mut shown, mut copied, mut at) = (String::new(), 0, 0);
    let mut before = 0..0;
    let mut program = None;
    // If a name contains a key, continue with the rest of the name.
    while let Some(name) = if at < before.end { Some(at..before.end) } else { next_name(text, at) } {
        if text[at..name.start].contains(['\n', ';', '|']) {
            program = None;
        }
        at = name.end;
        program = Program::named(&text[name.clone()]).or(program);
        let of_program = program.and_then(|program| program.password(text, &name));
        let secret = of_program.or_else(|| secret_at(text, &before, &name));
        before = name;
        let Some(secret) = secret.filter(|range| !range.is_empty()) else { continue };
        at = secret.end;
        // Don't redact `[REDACTED]`, whose closing bracket may not be part of an unquoted value.
        if !(text[secret.start..].starts_with(REDACTED) && secret.len() <= REDACTED.len()) {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            copied = secret.end;
        }
    }
    shown.push_str(&text[copied..]);
    (copied > 0).then_some(shown)
}

/// Like [`without_secrets`], for a single argument, value or name. Redacts the whole string if it looks like a key.
#[cfg(feature = "clap")]
pub(crate) fn without_secrets_of_word(word: &str) -> Cow<'_, str> {
    if keys::looks_like_key(word) { Cow::Borrowed(REDACTED) } else { without_secrets(word) }
}

fn next_name(text: &str, from: usize) -> Option<Range<usize>> {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let start = from + text[from..].find(of_name)?;
    let length = text[start..].find(|c| !of_name(c)).unwrap_or(text.len() - start);
    Some(start..start + length)
}

/// Returns the start of a string, up to [`WINDOW`] bytes.
fn window(text: &str) -> &str {
    beginning(text, WINDOW)
}

/// Returns the start of a string, up to a number of bytes.
pub(crate) fn beginning(text: &str, longest: usize) -> &str {
    let end = (0..=longest.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

/// Returns the secret that follows a name, or the name itself if it's a secret. `before` is the previous name.
fn secret_at(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    if let Some(mark) = address::mark(&text[name.end..]) {
        return address::url_credentials(text, name.end + mark);
    }
    // A run of this length isn't the name of a secret, but may contain keys.
    if name.len() > WINDOW {
        return keys::key_in(text, name).or_else(|| address::password(text, name));
    }
    // Two words may form a single name: `API key`.
    let is_joined = before.end + 1 == name.start && text[before.end..].starts_with(' ') && !before.is_empty();
    let is_joined = is_joined && !text[name.start..].starts_with('-');
    let joined = before.start..name.end;
    let joined = is_joined.then_some(&joined);
    value_beside(text, before, name)
        .or_else(|| value_beside(text, before, joined?))
        .filter(|value| !value.is_empty())
        .or_else(|| sentence::value(text, name))
        .or_else(|| sentence::value(text, joined?))
        .or_else(|| bare_credentials(text, name))
        .or_else(|| keys::key_in(text, name))
        .or_else(|| address::password(text, name))
}

/// The extensions of files whose names may look secret.
const FILES: &str = "c cc cjs conf cpp crt cs css env go h html ini java js json key kt lock log md mjs o pem php py rb \
    rs sh so sql swift tar toml ts tsx txt xml yaml yml zip";

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
}

/// The separators between a name and its value. The first match wins, so `=>` comes before `=`.
const SEPARATORS: &[(&str, Separator)] = &[
    ("=>", Separator::Equals),
    (":=", Separator::Equals),
    ("==", Separator::Equals),
    ("=", Separator::Equals),
    (":", Separator::Colon),
];

/// Returns the separator after a name, and the offset of the value. `around` is the quote before the name.
fn separator_after(text: &str, name: &Range<usize>, around: Option<Quote>) -> Option<(Separator, usize)> {
    // Web pages contain no-break spaces.
    let blank = |c: char| matches!(c, ' ' | '\t' | '\u{a0}');
    let (ahead, behind) = (&text[..name.start], &text[name.end..]);
    let closed = around.and_then(|quote| quote.strip(behind));
    let rest = closed.unwrap_or(behind);
    let is_flag = text[name.clone()].starts_with('-');
    let found = |sign, value: &str| Some((sign, text.len() - value.trim_start_matches(blank).len()));
    if let Some(value) = closed.and_then(|rest| rest.strip_prefix(',')) {
        let is_pair = is_flag || ahead.trim_end_matches(|c| is_quote(c) || c == '\\').ends_with('(');
        let is_quoted = value.trim_start_matches(|c| blank(c) || c == '\\').starts_with(is_quote);
        return if is_pair && is_quoted { found(Separator::Member, value) } else { None };
    }
    // PostgreSQL reports a duplicate as `Key (token)=(S)`.
    if let Some(value) = rest.strip_prefix(")=").filter(|value| value.starts_with('(')) {
        return found(Separator::Member, value);
    }
    // The name may be an index: `user[password]=` or `headers["Cookie"] =`.
    let signed = rest.strip_prefix(']').unwrap_or(rest).trim_start_matches(blank);
    if signed.starts_with("::") {
        return None;
    }
    for (spelling, sign) in SEPARATORS {
        if let Some(value) = signed.strip_prefix(spelling) {
            return found(if closed.is_some() { Separator::Member } else { *sign }, value);
        }
    }
    // Two spaces separate a flag from its description.
    let is_one = rest.len() == signed.len() + 1;
    (is_flag && closed.is_none() && is_one).then(|| found(Separator::Blank, signed)).flatten()
}

/// Returns the value after a name that looks secret.
fn value_beside(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    if text[..name.start].ends_with(['<', ':'])
        && let Some(content) = element(text, name)
    {
        return Some(content);
    }
    let around = Quote::before(&text[..name.start]);
    let (sign, start) = separator_after(text, name, around)?;
    let word = &text[name.clone()];
    let values = match looks_secret(word) {
        // Both words must be part of the secret's name. `API key` qualifies, but `token limit` doesn't.
        true if word.contains(' ') && !secret_word(word).is_some_and(|secret| secret.contains('_')) => return None,
        true => None,
        false => Some(ambiguous(word).or_else(|| is_some_key(word).then_some(SecretValues::Random))?),
    };
    // `token` isn't a secret if a parser reported it, as in `unexpected token: …`.
    let is_of_grammar = word == "token"
        && ["unexpected", "unrecognized", "expected", "unknown", "next"].contains(&&text[before.clone()]);
    let begins = window(&text[start..]);
    if (is_of_grammar && sign == Separator::Colon) || is_no_value(word, sign, begins) {
        return None;
    }
    // A quote before the name also encloses the value, unless only the name is quoted.
    let around = around.filter(|_| sign != Separator::Member);
    let value = Value::at(begins, 0, around);
    let (is_bare, is_quoted) = (matches!(value, Value::Bare(_)), matches!(value, Value::Quoted(_)));
    let shown = &begins[value.into_range()];
    let is_header = sign != Separator::Equals && is_bare;
    if is_header && is_cookie(word) {
        return Some(start..end_of_header(text, start, around));
    }
    if is_bare && ends_with(word, "authorization") {
        return Some(authorization(text, start, around));
    }
    let is_header_key = word.contains('-') && !word.starts_with('-');
    let may_be_random = !is_header || sign == Separator::Blank || is_header_key;
    match values {
        Some(SecretValues::Random) if !may_be_random || sign == Separator::Member => return None,
        Some(values) if !values.contain(shown) => return None,
        Some(SecretValues::Strings) if sign == Separator::Colon && is_bare && !sentence::is_random(shown) => {
            return None;
        }
        _ => {}
    }
    // `let token = 5;` is source code.
    let is_small = shown.len() <= 2 && shown.bytes().all(|byte| byte.is_ascii_digit());
    let is_shown = is_small
        || is_literal(shown)
        || is_call(shown)
        || is_path(shown)
        || (word.starts_with('-') && is_metavariable(shown));
    let is_directory = ends_with(word, "pwd") && is_rooted(shown);
    // `[]` and `String::new()` are empty.
    let is_empty = || !shown[shown.find(['(', '[', '{']).unwrap_or_default()..].contains(char::is_alphanumeric);
    if (is_bare && (is_shown || is_directory)) || (!is_quoted && is_empty()) {
        return None;
    }
    match Value::at(text, start, around) {
        Value::Nested(range) => Some(range),
        Value::Quoted(range) | Value::Bare(range) => Some(after_scheme(text, range)),
    }
}

/// Whether the text after a secret's name doesn't start with a value.
fn is_no_value(name: &str, sign: Separator, begins: &str) -> bool {
    // Authentication schemes are capitalized, so a lower-case word is prose.
    let may_be_scheme = ends_with(name, "authorization") && begins.starts_with(char::is_uppercase);
    let is_sentence = match sign {
        Separator::Blank => begins.starts_with(['-', '(', '[', '|']) || is_prose(begins) || is_description(begins),
        Separator::Colon => (!may_be_scheme && is_prose(begins)) || is_sentence(begins) || is_place(name, begins),
        Separator::Member => is_place(name, begins),
        Separator::Equals => false,
    };
    let is_complaint = !may_be_scheme && is_about_value(begins);
    is_sentence || is_complaint || begins.starts_with(['\r', '\n']) || is_placeholder(begins)
}

/// Whether a name is a file name before a line number or a message, as in `src/token.rs:42:10`.
fn is_place(name: &str, value: &str) -> bool {
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    let is_short = (1..=5).contains(&extension.len()) && !looks_secret(extension);
    FILES.split_ascii_whitespace().any(|known| known == extension)
        || (is_short && value.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a value describes what's wrong with a secret, as in `"password": ["is too short"]` or
/// `"password": {"code": "required"}`.
fn is_about_value(value: &str) -> bool {
    let inside = value.trim_start_matches(['[', '(', ' ', '\n']);
    if let Some(members) = inside.strip_prefix('{') {
        let name = members.trim_start_matches(|c: char| is_quote(c) || c == '\\' || c.is_whitespace());
        return MESSAGES.iter().any(|known| {
            name.strip_prefix(known).is_some_and(|rest| rest.trim_start_matches('\\').starts_with(['"', '\'', ':']))
        });
    }
    let content = match opening_quote(inside) {
        Some((quote, content)) => &content[..quote.closing(content).unwrap_or(content.len())],
        None => &inside[..bare(inside)],
    };
    is_complaint(content)
}

/// Returns the content of an XML element, as in `<name>S</name>` and `<a:name b="c">S</a:name>`.
fn element(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let ahead = &text[..name.start];
    let ahead = ahead.strip_suffix(':').map_or(ahead, |prefix| prefix.trim_end_matches(char::is_alphanumeric));
    if !ahead.ends_with('<') || !looks_secret(&text[name.clone()]) {
        return None;
    }
    let rest = &text[name.end..];
    let attributes = if rest.starts_with(char::is_whitespace) { window(rest).find('>')? } else { 0 };
    let start = name.end + attributes + rest[attributes..].strip_prefix('>').map(|_| 1)?;
    let end = start + text[start..].find('<')?;
    let is_closed = text[end..].starts_with("</") || text[end..].starts_with("<\\/");
    let is_shown = is_placeholder(&text[start..end]) || is_complaint(window(&text[start..end]));
    (is_closed && !is_shown).then_some(start..end)
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}
