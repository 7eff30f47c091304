//! Finds the separator between a name and its value.

use super::is_quote;
use super::value::Quote;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// `name=value` or `name => value`.
    Equals,
    /// `name: value`, in data or in prose.
    Colon,
    /// `"name": value`, `("name", "value")` or `"--name" "value"`, in data.
    Member,
    /// `--name value`.
    Blank,
}

/// Returns the separator after a name, and the offset of the value. `around` is the quote before
/// the name.
pub(super) fn separator_after(
    text: &str,
    name: &Range<usize>,
    around: Option<Quote>,
) -> Option<(Separator, usize)> {
    let rest = &text[name.end..];
    let is_flag = text[name.clone()].starts_with('-');
    let after_quote = around.and_then(|quote| quote.strip(rest));
    let (separator, after_separator) = match after_quote {
        Some(after_quote) => after_closing_quote(&text[..name.start], after_quote, is_flag)?,
        None => after_bare_name(rest, is_flag)?,
    };
    let value = after_separator.trim_start_matches(is_blank);
    let start = text.len() - value.len();
    Some((separator, start))
}

/// Whether a character is a blank. Web pages contain no-break spaces.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{a0}')
}

/// Finds the separator after a quoted name. `ahead` is the text before the name.
fn after_closing_quote<'t>(
    ahead: &str,
    rest: &'t str,
    is_flag: bool,
) -> Option<(Separator, &'t str)> {
    let next = rest.trim_start_matches(|c| is_blank(c) || c == ',');
    if let Some(content) = next.trim_start_matches('\\').strip_prefix(is_quote) {
        // The next string is the value in `("name", "value")` and in `"--name" "value"`.
        let opening = ahead.trim_end_matches(|c| is_quote(c) || c == '\\');
        let is_tuple = opening.ends_with('(') && rest.starts_with(',');
        let is_pair = (is_flag || is_tuple) && !content.starts_with('-');
        return is_pair.then_some((Separator::Member, next));
    }
    let value = after_key(rest)
        .or_else(|| after_equals(rest))
        .or_else(|| after_colon(rest))?;
    Some((Separator::Member, value))
}

fn after_bare_name(rest: &str, is_flag: bool) -> Option<(Separator, &str)> {
    if let Some(value) = after_key(rest) {
        return Some((Separator::Member, value));
    }
    if let Some(value) = after_equals(rest) {
        return Some((Separator::Equals, value));
    }
    if let Some(value) = after_colon(rest) {
        return Some((Separator::Colon, value));
    }
    // Two spaces separate a flag from its description.
    let value = rest.strip_prefix(is_blank)?;
    (is_flag && !value.starts_with(is_blank)).then_some((Separator::Blank, value))
}

/// A duplicate in a database: `PostgreSQL` reports `Key (token)=(S)`.
fn after_key(rest: &str) -> Option<&str> {
    rest.strip_prefix(")=")
        .filter(|value| value.starts_with('('))
}

fn after_equals(rest: &str) -> Option<&str> {
    let signed = after_index(rest);
    ["=>", ":=", "==", "="]
        .iter()
        .find_map(|sign| signed.strip_prefix(sign))
}

fn after_colon(rest: &str) -> Option<&str> {
    after_index(rest)
        .strip_prefix(':')
        .filter(|value| !value.starts_with(':'))
}

/// The name may be an index: `user[password]=` or `headers["Cookie"] =`.
fn after_index(rest: &str) -> &str {
    rest.strip_prefix(']')
        .unwrap_or(rest)
        .trim_start_matches(is_blank)
}
