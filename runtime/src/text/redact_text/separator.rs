//! Finds the separator between a name and its value.

use super::is_quote;
use super::phrase::window;
use super::prose::is_literal;
use super::value::{ENTITIES, QuotationMark};
use std::ops::Range;

/// The syntax between a name and its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
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

/// The separators between a name and its value. The first match counts, so `=>` comes before `=`.
const SEPARATORS: &[(&str, Separator)] = &[
    ("=>", Separator::Equals),
    (":=", Separator::Equals),
    ("==", Separator::Equals),
    ("=", Separator::Equals),
    // In LDIF, the value is Base64.
    ("::", Separator::Equals),
    (":", Separator::Colon),
    ("＝", Separator::Equals),
    ("：", Separator::Colon),
    ("%3D", Separator::Equals),
    ("%3d", Separator::Equals),
    ("%3A", Separator::Equals),
    ("%3a", Separator::Equals),
];

/// If `rest` continues an entry after its name, returns the text that starts with the entry's value. Examples of entries
/// are `{"name": "API_KEY", "value": "S"}`, `<add key="token" value="S"/>`, and the YAML lines `name: API_KEY` and
/// `value: S`.
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

/// If `rest` continues an XML element after its name, returns the text that starts with the element's content. Examples
/// are `<name>S</name>` and `<a:name b="c">S</a:name>`. In a property list, the name is an element of its own:
/// `<key>name</key><string>S</string>`.
fn value_of_element<'a>(ahead: &str, rest: &'a str) -> Option<&'a str> {
    if let Some(value) = rest.strip_prefix("</key>") {
        return value.trim_start().strip_prefix("<string>");
    }
    let before = ahead.strip_suffix(':').map_or(ahead, |prefix| prefix.trim_end_matches(char::is_alphanumeric));
    if !before.ends_with('<') {
        return None;
    }
    let value = match rest.starts_with(char::is_whitespace) {
        true => &rest[window(rest).find('>')?..],
        false => rest,
    };
    let value = value.strip_prefix('>')?;
    Some(value.strip_prefix("<![CDATA[").unwrap_or(value))
}

/// Whether a text starts with a string, which may be in the `Debug` output of a type.
fn begins_with_string(text: &str) -> bool {
    let is_entity = ENTITIES.iter().any(|entity| text.starts_with(entity));
    is_entity || text.starts_with(is_quote) || text.starts_with("Some(") || text.starts_with("String(")
}

/// Returns the value after a type in source code: `password: &str = "S"`.
fn after_type(value: &str) -> Option<&str> {
    let value = value.trim_start_matches(' ');
    let name = &value[..window(value).find(' ')?];
    value[name.len()..].strip_prefix(" = ").filter(|_| is_literal(name))
}

/// Returns the separator after a name, and the offset of the value.
pub(super) fn separator_after(
    text: &str,
    name: &Range<usize>,
    around: Option<QuotationMark>,
) -> Option<(Separator, usize)> {
    // Web pages contain no-break spaces.
    let blank = |c: char| matches!(c, ' ' | '\t' | '\u{a0}');
    let (ahead, behind) = (&text[..name.start], &text[name.end..]);
    let entity = || ENTITIES.iter().find_map(|entity| behind.strip_prefix(entity).filter(|_| ahead.ends_with(entity)));
    let closed = match behind.starts_with('&') {
        true => entity(),
        false => around.and_then(|quote| quote.strip(behind)),
    };
    let rest = closed.unwrap_or(behind);
    // The name may be an index: `user[password]=` or `headers["Cookie"] =`.
    let rest = rest.strip_prefix(']').unwrap_or(rest);
    // In Markdown, the name may be bold: `**password**: S`, `*password:* S`.
    let is_bold = ahead.ends_with('*');
    let rest = if is_bold { rest.trim_start_matches('*') } else { rest };
    let is_flag = text[name.clone()].starts_with('-');
    let found = |sign, rest: &str| {
        let rest = if is_bold { rest.trim_start_matches('*') } else { rest };
        let value = rest.trim_start_matches(blank);
        // A command may continue after a backslash, and an assignment with a string. After a colon, a new line may be
        // another sentence.
        let next = value.strip_prefix("\\\n").unwrap_or(value).trim_start();
        let is_assigned = !matches!(sign, Separator::Blank | Separator::Colon) && next.starts_with(is_quote);
        let continues = value.starts_with("\\\n") || is_assigned;
        Some((sign, text.len() - if continues { next } else { value }.len()))
    };
    if let Some(value) = value_of_entry(ahead, rest) {
        return found(Separator::Member, value);
    }
    if let Some(value) = closed.and_then(|_| rest.strip_prefix(',')) {
        let is_pair = is_flag || ahead.trim_end_matches(|c| is_quote(c) || c == '\\').ends_with('(');
        let value_start = value.trim_start_matches(|c| blank(c) || c == '\\');
        let is_quoted = begins_with_string(value_start);
        return if is_pair && is_quoted { found(Separator::Member, value) } else { None };
    }
    if let Some(value) = value_of_element(ahead, rest) {
        return Some((Separator::Tag, text.len() - value.len()));
    }
    let signed = rest.trim_start_matches(blank);
    if signed.starts_with("::") && !signed.starts_with(":: ") {
        return None;
    }
    for (spelling, sign) in SEPARATORS {
        if let Some(value) = signed.strip_prefix(spelling) {
            if let Some(assigned) = after_type(value).filter(|_| closed.is_none()) {
                return found(Separator::Equals, assigned);
            }
            return found(if closed.is_some() { Separator::Member } else { *sign }, value);
        }
    }
    (is_flag && closed.is_none() && rest.starts_with(blank)).then(|| found(Separator::Blank, signed)).flatten()
}
