//! Redacts secrets in text: values with a secret name, credentials in headers and URLs, and keys in
//! a known format.
//!
//! A single pass visits each name: a run of letters, digits and a few other characters. Each
//! pattern then checks for a secret next to the name. To keep the pass linear, a pattern only looks
//! at a [`window`] of text. If it finds a secret, the pass continues at the end of the secret.

mod candidate;
mod credentials;
pub(crate) mod keys;
mod named;
pub(crate) mod programs;
pub(crate) mod prose;
mod sentence;
mod separator;
mod statements;
mod value;

use super::sanitize::{clean_capped, visible};
use super::secret::REDACTED;
#[cfg(feature = "clap")]
use super::secret::{SecretValues, ambiguous, is_some_key, looks_secret};
use programs::Program;
use std::borrow::Cow;
use std::ops::Range;

const PASSES: usize = 4;

const WINDOW: usize = 256;

/// Redacts the secrets in a string, such as a command line or another program's message.
///
/// Replaces values whose names [look secret](crate#on-a-field-context), credentials and keys with
/// `[REDACTED]`. The [guide](crate::_guide::security) lists all patterns.
///
/// ```
/// use agent_error::format::without_secrets;
///
/// assert_eq!(without_secrets("tool login --password hunter2"), "tool login --password [REDACTED]");
/// ```
///
/// If a string contains a secret, its control sequences and invisible characters are removed as
/// well.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    let clean = without_controls(text);
    let Some(mut shown) = in_clean(&clean) else {
        return Cow::Borrowed(text);
    };
    // A redacted value may complete another pattern, as in `Cookie: token=S`.
    for _ in 0..PASSES {
        let Some(next) = in_clean(&shown) else { break };
        shown = next;
    }
    Cow::Owned(shown)
}

/// Removes invisible characters and control sequences. Colored output has them around names and
/// values.
fn without_controls(text: &str) -> Cow<'_, str> {
    let has_control =
        text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{85}'));
    if has_control {
        visible(&clean_capped(&text, usize::MAX))
            .into_owned()
            .into()
    } else {
        visible(text)
    }
}

/// Redacts the secrets in a string without control sequences. Returns `None` if there are none.
fn in_clean(text: &str) -> Option<String> {
    let mut program = None;
    redacted(text, &mut |gap, before, name| {
        // Another command follows.
        if gap.contains(['\n', ';', '|']) {
            program = None;
        }
        program = Program::named(&text[name.clone()]).or(program);
        let password = program.and_then(|program| program.password(text, name));
        password.or_else(|| secret_at(text, before, name))
    })
}

/// Returns the secret for a name. Also gets the text since the last name or secret, and the last
/// name.
type Find<'f> = dyn FnMut(&str, &Range<usize>, &Range<usize>) -> Option<Range<usize>> + 'f;

/// Replaces each secret that `find` returns. Returns `None` if there are none.
fn redacted(text: &str, find: &mut Find<'_>) -> Option<String> {
    let mut shown = String::new();
    // The text up to this offset is in `shown`.
    let mut copied = 0;
    let mut searched = 0;
    let mut before = 0..0;
    while let Some(name) = next_name(text, searched, &before) {
        let gap = &text[searched..name.start];
        let found = find(gap, &before, &name).filter(|secret| !secret.is_empty());
        searched = found.as_ref().map_or(name.end, |secret| secret.end);
        before = name;
        if let Some(secret) = found
            && !is_redacted(text, &secret)
        {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            copied = secret.end;
        }
    }
    if copied == 0 {
        return None;
    }
    shown.push_str(&text[copied..]);
    Some(shown)
}

/// Whether a secret is `[REDACTED]`, whose closing bracket may not be part of an unquoted value.
fn is_redacted(text: &str, secret: &Range<usize>) -> bool {
    text[secret.start..].starts_with(REDACTED) && secret.len() <= REDACTED.len()
}

/// Redacts a single argument: keys, passwords in URLs, and all that follows a secret name. Unlike
/// [`without_secrets`], links little code, because it doesn't read sentences and command lines.
#[cfg(feature = "clap")]
pub(crate) fn without_secrets_of_word(word: &str) -> Cow<'_, str> {
    let clean = without_controls(word);
    let shown = redacted(&clean, &mut |_, before, name| {
        if let Some(length) = credentials::mark_length(&clean[name.end..]) {
            return credentials::url_credentials(&clean, name.end + length);
        }
        after_secret_name(&clean, before, name)
            .or_else(|| statements::password_in_sql(&clean, name))
            .or_else(|| keys::key_in(&clean, name))
            .or_else(|| credentials::password_in_address(&clean, name))
    });
    shown.map_or(Cow::Borrowed(word), Cow::Owned)
}

/// Returns the text after a secret name and its separator.
#[cfg(feature = "clap")]
fn after_secret_name(
    word: &str,
    before: &Range<usize>,
    name: &Range<usize>,
) -> Option<Range<usize>> {
    let behind = &word[name.end..];
    let value = behind.trim_start_matches(|c| matches!(c, ' ' | '=' | ':' | '[') || is_quote(c));
    let is_path = behind.starts_with('/');
    if is_path || value.is_empty() {
        return None;
    }
    let first_word = window(value)
        .split(|c: char| c.is_whitespace() || c == '&' || is_quote(c))
        .next()?;
    // Two words may form a single name: `API key`.
    let is_joined = before.end + 1 == name.start;
    let is_secret = is_secret_pair(&word[name.clone()], first_word)
        || (is_joined && looks_secret(&word[before.start..name.end]));
    let start = word.len() - value.len();
    is_secret.then_some(start..word.len())
}

#[cfg(feature = "clap")]
fn is_secret_pair(name: &str, value: &str) -> bool {
    if looks_secret(name) {
        return true;
    }
    if let Some(secret_values) = ambiguous(name) {
        return secret_values.contain(value);
    }
    is_some_key(name) && SecretValues::Random.contain(value)
}

/// Returns the next name. If the last secret ended within a name, returns the rest of that name.
fn next_name(text: &str, searched: usize, last_name: &Range<usize>) -> Option<Range<usize>> {
    if searched < last_name.end {
        return Some(searched..last_name.end);
    }
    let start = searched + text[searched..].find(is_in_name)?;
    let rest = &text[start..];
    let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
    Some(start..start + length)
}

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.')
}

fn window(text: &str) -> &str {
    beginning(text, WINDOW)
}

/// Returns the start of a string, up to a number of bytes.
pub(crate) fn beginning(text: &str, longest: usize) -> &str {
    let mut end = longest.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the secret that follows a name, or the name itself if it's a secret. `before` is the
/// previous name.
fn secret_at(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    if let Some(length) = credentials::mark_length(&text[name.end..]) {
        return credentials::url_credentials(text, name.end + length);
    }
    // A run of this length isn't the name of a secret, but may contain keys.
    if name.len() > WINDOW {
        return keys::key_in(text, name).or_else(|| credentials::password_in_address(text, name));
    }
    let joined = joined_name(text, before, name);
    named_value(text, before, name)
        .or_else(|| named_value(text, before, joined.as_ref()?))
        .or_else(|| sentence::value(text, name))
        .or_else(|| sentence::value(text, joined.as_ref()?))
        .or_else(|| credentials::bare_credentials(text, name))
        .or_else(|| statements::password_in_sql(text, name))
        .or_else(|| statements::password_in_netrc(text, name))
        .or_else(|| keys::key_in(text, name))
        .or_else(|| credentials::password_in_address(text, name))
}

/// Returns the name that two words may form: `API key`.
fn joined_name(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    let is_joined = !before.is_empty() && text.get(before.end..name.start) == Some(" ");
    let is_flag = text[name.start..].starts_with('-');
    (is_joined && !is_flag).then_some(before.start..name.end)
}

fn named_value(text: &str, before: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    named::value(text, before, name).filter(|value| !value.is_empty())
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}
