//! Fills templates with the values of fields.

use serde_json::Value as Json;
use std::borrow::Cow;

/// How to write a value into a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoting {
    None,
    Shell,
}

/// Replaces `{field}` by the value of the field, and doubled braces by single ones. Returns `None` if a value is missing, or if
/// it can't be quoted.
pub(crate) fn fill(template: &str, values: &[(&'static str, Json)], quoting: Quoting) -> Option<String> {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(brace) = rest.find(['{', '}']) {
        out.push_str(&rest[..brace]);
        let after = &rest[brace + 1..];
        if after.starts_with(&rest[brace..=brace]) {
            out.push_str(&rest[brace..=brace]);
            rest = &after[1..];
            continue;
        }
        let end = after.find('}')?;
        let (_, value) = values.iter().find(|(name, _)| *name == &after[..end])?;
        push(&mut out, value, quoting)?;
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    Some(out)
}

fn push(out: &mut String, value: &Json, quoting: Quoting) -> Option<()> {
    let text = match value {
        Json::Null => return None,
        Json::String(text) => Cow::Borrowed(text.as_str()),
        other => Cow::Owned(other.to_string()),
    };
    if quoting == Quoting::None {
        out.push_str(&text);
        return Some(());
    }
    if text.starts_with('-') || text.chars().any(char::is_control) {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@%+=,".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_plain) {
        out.push_str(&text);
    } else {
        out.push('\'');
        out.push_str(&text.replace('\'', r"'\''"));
        out.push('\'');
    }
    Some(())
}
