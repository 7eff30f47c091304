//! Redacts secrets in text: values with a secret name, credentials in headers and URLs, and keys in a known format.
//!
//! A single pass visits each name: a run of letters, digits and a few other characters. Each pattern then checks for a
//! secret next to the name. To keep the pass linear, a pattern only looks at a [`window`] of text. If it finds a
//! secret, the pass continues at the end of the secret.

mod credentials;
pub(crate) mod keys;
mod named;
pub(crate) mod prose;
mod value;

use super::sanitize::clean_capped;
use super::secret::REDACTED;
use credentials::Program;
use std::borrow::Cow;
use std::ops::Range;

const PASSES: usize = 4;

const WINDOW: usize = 256;

/// Redacts the secrets in a string, such as a command line or another program's message.
///
/// Replaces values whose names [look secret](crate#on-a-field-context), credentials and keys with `[REDACTED]`. The
/// [guide](crate::_guide::security) lists all patterns.
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
    if let Some(mark) = credentials::mark(&text[name.end..]) {
        return credentials::url_credentials(text, name.end + mark);
    }
    // A run of this length isn't the name of a secret, but may contain keys.
    if name.len() > WINDOW {
        return keys::key_in(text, name).or_else(|| credentials::password_in_address(text, name));
    }
    // Two words may form a single name: `API key`.
    let is_joined = before.end + 1 == name.start && text[before.end..].starts_with(' ') && !before.is_empty();
    let joined = Some(before.start..name.end).filter(|_| is_joined && !text[name.start..].starts_with('-'));
    let names = || std::iter::once(name).chain(&joined);
    names()
        .find_map(|name| named::value(text, before, name).filter(|value| !value.is_empty()))
        .or_else(|| names().find_map(|name| named::value_in_sentence(text, name)))
        .or_else(|| credentials::bare_credentials(text, name))
        .or_else(|| keys::key_in(text, name))
        .or_else(|| credentials::password_in_address(text, name))
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}
