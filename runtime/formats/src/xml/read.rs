//! Parses `<tool_error>` and `<validation_error>` like the Vurb.ts client.
//!
//! Ignores text around the element, and accepts XML that isn't well-formed.

use super::{FIELDS, FIX_FIELDS, FIX_LISTED, VALIDATION, usual_message};
use crate::text::parse_seconds;
use agent_error::facts::{Phase, Severity};
use agent_error::format::ParseError;
use agent_error::{ErrorRecord, FieldError};
use std::time::Duration;

/// The code of an error without a `code` attribute.
const UNKNOWN: &str = "UNKNOWN";

pub(crate) fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    if let Some((attributes, body)) = tag(text, "validation_error") {
        return Ok(validation_error(attributes, body));
    }
    let Some((attributes, body)) = tag(text, "tool_error") else {
        return Err(ParseError::malformed(
            "expected `<tool_error>` or `<validation_error>`",
        ));
    };
    let Some(message) = element(body, "message") else {
        return Err(ParseError::malformed("expected a closed `<message>`"));
    };
    Ok(tool_error(attributes, &message))
}

/// Whether a line starts with an error. XML in the middle of a line may be quoted in other text.
pub(crate) fn has_error(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| line.starts_with("<tool_error") || line.starts_with("<validation_error"))
}

fn tool_error(attributes: &str, message: &Element<'_>) -> ErrorRecord {
    let severity = attribute(attributes, "severity");
    // Vurb.ts's own `error()` function writes neither a code nor a severity.
    let default = if severity.is_none() { "" } else { UNKNOWN };
    let code = attribute(attributes, "code").unwrap_or_else(|| default.to_owned());
    let mut record = ErrorRecord::parsed(code, unescape(message.content));
    if let Some(severity) = severity {
        record = record.with_severity(severity.parse().unwrap_or(Severity::Error));
    }
    // Searches only after the message, because the message could contain similar elements.
    with_parts(record, message.after)
}

fn validation_error(attributes: &str, body: &str) -> ErrorRecord {
    let begins_with_message = body.trim_start().starts_with("<message>");
    let message = element(body, "message").filter(|_| begins_with_message);
    let mut record = invalid_call(attributes, message.as_ref());
    let mut rest = message.map_or(body, |message| message.after);
    let mut has_fields = false;
    for field in elements(rest, "field") {
        let name = attribute(field.attributes, "name").unwrap_or_default();
        record = record.with_field_error(FieldError::new(name, unescape(field.content)));
        has_fields = true;
        rest = field.after;
    }
    if !has_fields {
        record = record.with_context(FIELDS, Vec::<FieldError>::new());
    }
    record = with_parts(record, rest);
    if record.suggestion() == Some(FIX_FIELDS) {
        record.with_suggestion(FIX_LISTED)
    } else {
        record
    }
}

/// Reads the attributes and the message of a validation error. By default, Vurb.ts writes neither a
/// code nor a message.
fn invalid_call(attributes: &str, message: Option<&Element<'_>>) -> ErrorRecord {
    let action = attribute(attributes, "action");
    let text = match message {
        Some(message) => unescape(message.content),
        None => usual_message(action.as_deref()),
    };
    let code = attribute(attributes, "code").unwrap_or_else(|| VALIDATION.to_owned());
    let has_usual_code = code == VALIDATION;
    let mut record = ErrorRecord::parsed(code, text);
    let severity = attribute(attributes, "severity").and_then(|word| word.parse().ok());
    if let Some(severity) = severity {
        record = record.with_severity(severity);
    }
    if has_usual_code {
        record = record.with_phase(Phase::Validation);
    }
    if let Some(action) = action {
        record = record.with_context("action", action);
    }
    record
}

/// Reads the elements that follow the message and the fields. Both kinds of errors share them.
fn with_parts(mut record: ErrorRecord, rest: &str) -> ErrorRecord {
    if let Some(detail) = content(rest, "explanation") {
        record = record.with_detail(detail);
    }
    if let Some(recovery) = content(rest, "recovery") {
        record = record.with_suggestion(recovery);
    }
    record = record.with_actions(actions(rest));
    let details = element(rest, "details").map_or("", |details| details.content);
    for detail in elements(details, "detail") {
        let name = attribute(detail.attributes, "key").unwrap_or_default();
        record = record.with_context(name, unescape(detail.content));
    }
    let wait = content(rest, "retry_after").and_then(|text| parse_wait(&text));
    let retryable = content(rest, "retryable").and_then(|text| text.trim().parse().ok());
    if let Some(wait) = wait {
        record.with_retry_after(wait)
    } else if let Some(retryable) = retryable {
        record.with_retryable(retryable)
    } else {
        record
    }
}

/// Parses `30 seconds` or a bare number.
fn parse_wait(text: &str) -> Option<Duration> {
    let trimmed = text.trim();
    let number = trimmed.strip_suffix("seconds").unwrap_or(trimmed);
    parse_seconds(number.trim())
}

/// Returns the actions. If the text contains a second error, its actions are included.
fn actions(text: &str) -> Vec<String> {
    let mut actions = Vec::new();
    for list in elements(text, "available_actions") {
        if list.content.contains("<action") {
            let nested = elements(list.content, "action");
            add_actions(&mut actions, nested.map(|action| action.content));
        } else {
            add_actions(&mut actions, list.content.split(',').map(str::trim));
        }
    }
    actions
}

/// Adds the actions that aren't blank. Counts them first, because a vector that grows takes up to
/// three times the memory.
fn add_actions<'a>(actions: &mut Vec<String>, listed: impl Iterator<Item = &'a str> + Clone) {
    let shown = listed.filter(|action| !action.trim().is_empty());
    actions.reserve_exact(shown.clone().count());
    actions.extend(shown.map(unescape));
}

#[derive(Clone)]
struct Element<'a> {
    attributes: &'a str,
    content: &'a str,
    /// The rest of the document, from the closing tag on.
    after: &'a str,
}

/// Iterates over the closed elements with a name. If an element isn't closed, later ones aren't
/// either.
fn elements<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = Element<'a>> + Clone {
    std::iter::successors(element(text, name), move |previous| {
        element(previous.after, name)
    })
}

/// Returns the first element with a name. Skips `<name/>`.
fn element<'a>(text: &'a str, name: &str) -> Option<Element<'a>> {
    let (mut attributes, mut inside) = tag(text, name)?;
    while attributes.ends_with('/') {
        (attributes, inside) = tag(inside, name)?;
    }
    let end = find_outside_cdata(inside, &format!("</{name}>"))?;
    let (content, after) = inside.split_at(end);
    Some(Element {
        attributes,
        content,
        after,
    })
}

fn content(text: &str, name: &str) -> Option<String> {
    element(text, name).map(|found| unescape(found.content))
}

/// Returns the first position of `wanted` outside of CDATA sections.
fn find_outside_cdata(text: &str, wanted: &str) -> Option<usize> {
    // The text after the last CDATA section so far.
    let mut rest = text;
    loop {
        let found = rest.find(wanted)?;
        let Some(section) = rest[..found].find(CDATA) else {
            return Some(text.len() - rest.len() + found);
        };
        let (_, after_section) = rest[section..].split_once(CDATA_END)?;
        rest = after_section;
    }
}

const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

/// Returns the attributes of the first `<name …>` tag, and the text after the tag.
fn tag<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let mut rest = text;
    loop {
        let (_, after_bracket) = rest.split_once('<')?;
        rest = after_bracket;
        if let Some(inside) = after_bracket.strip_prefix(name)
            && inside.starts_with(ends_name)
        {
            let end = end_of_tag(inside)?;
            return Some((&inside[..end], &inside[end + 1..]));
        }
    }
}

/// Whether the character can follow the name of a tag.
fn ends_name(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '>' | '/')
}

/// Returns the position of the `>` that ends a tag, which isn't in quotes.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut open_quote = None;
    for (index, c) in text.char_indices() {
        if open_quote.is_some() {
            if open_quote == Some(c) {
                open_quote = None;
            }
        } else if is_quote(c) {
            open_quote = Some(c);
        } else if c == '>' {
            return Some(index);
        }
    }
    None
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

/// Returns the first value of an attribute. Accepts both kinds of quotes, and spaces around `=`.
fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        let (before, after_equals) = rest.split_once('=')?;
        let quoted = after_equals.trim_start();
        let quote = quoted.chars().next().filter(|c| is_quote(*c))?;
        let (value, after_value) = quoted[1..].split_once(quote)?;
        if before.split_ascii_whitespace().next_back() == Some(name) {
            return Some(unescape(value));
        }
        rest = after_value;
    }
}

/// Decodes the entities and CDATA sections in XML text. Leaves unknown entities unchanged.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['&', '<']) {
        let (before, markup) = rest.split_at(start);
        plain.push_str(before);
        if let Some(inside) = markup.strip_prefix(CDATA) {
            let (content, after) = inside.split_once(CDATA_END).unwrap_or((inside, ""));
            plain.push_str(content);
            rest = after;
        } else if let Some((character, length)) = entity(markup) {
            plain.push(character);
            rest = &markup[length..];
        } else {
            let (literal, after) = markup.split_at(1);
            plain.push_str(literal);
            rest = after;
        }
    }
    plain.push_str(rest);
    plain
}

/// Decodes the entity at the start of the text. Returns the character and the length of the entity.
fn entity(text: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 12;
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let character = match &name[..end] {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        number => {
            let digits = number.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    let length = end + "&;".len();
    Some((character, length))
}

#[test]
fn entities_are_read_once() {
    assert_eq!(
        unescape("&amp;lt; &#65;&#x1f980; &nbsp; &#xd800; & <"),
        "&lt; A🦀 &nbsp; &#xd800; & <"
    );
    assert_eq!(unescape("a<![CDATA[&lt;]]>b<![CDATA[c"), "a&lt;bc");
}

#[test]
fn neither_quotes_nor_cdata_end_an_element() {
    let message = "<message><![CDATA[</message>🦀]]></message>";
    let text = format!("<tool_error subcode='B' code = \"A>\" >{message}");
    let record = read(&text).unwrap();
    assert_eq!((record.code(), record.message()), ("A>", "</message>🦀"));
}
