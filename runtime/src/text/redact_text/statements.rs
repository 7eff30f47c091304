//! Finds passwords in statements of SQL, as in `IDENTIFIED BY 'S'`, and in netrc files.

use super::beginning;
use super::prose::is_placeholder;
use super::value::opening_quote;
use super::{WINDOW, window};
use std::ops::Range;

/// Words before `identified by` in a sentence, as in `users are identified by 'id'`.
const AUXILIARY_VERBS: &[&str] = &["is", "are", "be", "been", "was", "were"];

/// The words of a netrc file.
const NETRC_WORDS: &[&str] = &["machine", "default", "login", "account", "macdef"];

/// Returns the password after `IDENTIFIED BY` or `IDENTIFIED WITH plugin BY`. `name` is the word
/// `BY`.
pub(super) fn password_in_sql(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    if !text[name.clone()].eq_ignore_ascii_case("by") || !follows_identified(&text[..name.start]) {
        return None;
    }
    let rest = window(&text[name.end..]);
    let mut value = rest.trim_start();
    for keyword in ["PASSWORD ", "VALUES "] {
        if starts_with(value, keyword) {
            value = value[keyword.len()..].trim_start();
        }
    }
    let (quote, content) = opening_quote(value)?;
    let length = quote.closing(content)?;
    if is_placeholder(content) {
        return None;
    }
    let skipped = rest.len() - content.len();
    let start = name.end + skipped;
    Some(start..start + length)
}

fn follows_identified(ahead: &str) -> bool {
    let mut words = last_words(ahead);
    let mut keyword = words.next().unwrap_or_default();
    let mut before = words.next().unwrap_or_default();
    let has_plugin = before.eq_ignore_ascii_case("with");
    if has_plugin {
        keyword = words.next().unwrap_or_default();
        before = words.next().unwrap_or_default();
    }
    keyword.eq_ignore_ascii_case("identified") && !AUXILIARY_VERBS.contains(&before)
}

fn starts_with(text: &str, keyword: &str) -> bool {
    let start = text.get(..keyword.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(keyword))
}

/// Returns the password in an entry of a netrc file, as in `machine h login eve password S`.
/// `name` is the word `password`.
pub(super) fn password_in_netrc(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    if &text[name.clone()] != "password" || !is_in_netrc(&text[..name.start]) {
        return None;
    }
    let behind = text[name.end..].strip_prefix([' ', '\t'])?;
    let value = behind.trim_start_matches([' ', '\t']);
    let password = window(value).split(char::is_whitespace).next()?;
    let next = value[password.len()..].split_whitespace().next();
    let is_in_entry = next.is_none_or(goes_on_in_netrc);
    if !is_in_entry || is_placeholder(password) {
        return None;
    }
    let start = text.len() - value.len();
    Some(start..start + password.len())
}

fn goes_on_in_netrc(word: &str) -> bool {
    NETRC_WORDS.contains(&word) || word.starts_with('#')
}

/// Whether the text before `password` belongs to an entry of a netrc file: `default` or
/// `machine NAME`, and other pairs of a word and a value.
fn is_in_netrc(ahead: &str) -> bool {
    let mut words = last_words(ahead);
    while let Some(value) = words.next() {
        if value == "default" {
            return true;
        }
        match words.next() {
            Some("machine") => return !NETRC_WORDS.contains(&value),
            Some("login" | "account") => {}
            _ => return false,
        }
    }
    false
}

/// Returns the words before a name, the last one first.
fn last_words(ahead: &str) -> impl Iterator<Item = &str> {
    let length = ahead.len();
    let skipped = beginning(ahead, length.saturating_sub(WINDOW)).len();
    ahead[skipped..].split_whitespace().rev()
}
