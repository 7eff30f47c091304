//! Parses `<tool_error>` and `<validation_error>` like the Vurb.ts client.
//!
//! Ignores the text around the element, and accepts XML that isn't well-formed.

use super::error::ParseError;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::format::xml::{FIX_FIELDS, FIX_LISTED, VALIDATION, usual_message};
use crate::vocabulary::duration::parse_seconds;
use crate::vocabulary::terms::{Phase, Severity};
use std::collections::HashMap;
use std::time::Duration;

/// The code of an error without a `code` attribute.
const UNKNOWN: &str = "UNKNOWN";

pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    if let Some((attributes, body)) = root(text, "validation_error") {
        return Ok(validation_error(&attributes, body));
    }
    let Some((attributes, body)) = root(text, "tool_error") else {
        let reason = "expected `<tool_error>` or `<validation_error>`";
        let Some(message) = element(text, "message") else {
            return Err(ParseError::malformed(Format::Xml, text, 0, reason));
        };
        return Ok(ErrorRecord::unknown(UNKNOWN, unescape(message)));
    };
    let Some(message) = element(body, "message") else {
        let offset = text.len() - body.len();
        return Err(ParseError::malformed(Format::Xml, text, offset, "expected a closed `<message>`"));
    };
    Ok(tool_error(&attributes, message, body))
}

fn tool_error(attributes: &HashMap<&str, String>, message: &str, body: &str) -> ErrorRecord {
    let severity = attributes.get("severity");
    let code = match (attributes.get("code"), severity) {
        (Some(code), _) => code.as_str(),
        // Vurb.ts's own `error()` function writes neither a code nor a severity.
        (None, None) => "",
        (None, Some(_)) => UNKNOWN,
    };
    let mut record = ErrorRecord::unknown(code, unescape(message));
    record.facts.severity = severity.map(|severity| severity.parse().unwrap_or(Severity::Error));
    // Searches only after the message, because the message could contain similar elements.
    read_parts(&mut record, &body[end_of(body, message)..]);
    record
}

fn validation_error(attributes: &HashMap<&str, String>, body: &str) -> ErrorRecord {
    let action = attributes.get("action").cloned();
    // By default, Vurb.ts writes neither a code nor a message.
    let message = Some(body).filter(|body| body.trim_start().starts_with("<message>"));
    let message = message.and_then(|body| element(body, "message"));
    let text = message.map_or_else(|| usual_message(action.as_deref()), unescape);
    let code = attributes.get("code").map_or(VALIDATION, String::as_str);
    let mut record = ErrorRecord::unknown(code, text);
    record.facts.severity = attributes.get("severity").and_then(|severity| severity.parse().ok());
    if code == VALIDATION {
        record.facts.phase = Some(Phase::Validation);
    }
    record.context.extend(action.map(|action| ("action".to_owned(), action)));
    let fields = message.map_or(body, |message| &body[end_of(body, message)..]);
    let mut rest = fields;
    for (attributes, value) in elements(fields, "field") {
        let field = attributes.get("name").cloned().unwrap_or_default();
        record.push_field_error(FieldError::new(field, unescape(value)));
        rest = &fields[end_of(fields, value)..];
    }
    read_parts(&mut record, rest);
    if record.suggestion.as_deref() == Some(FIX_FIELDS) {
        record.suggestion = Some(FIX_LISTED.to_owned());
    }
    record
}

/// Parses the elements after the message and the fields. Both kinds of errors share them.
fn read_parts(record: &mut ErrorRecord, rest: &str) {
    record.detail = element(rest, "explanation").map(unescape);
    record.suggestion = element(rest, "recovery").map(unescape);
    // If the text contains a second error, its actions are included.
    record.actions = elements(rest, "available_actions").flat_map(|(_, listed)| actions(listed)).collect();
    for (attributes, value) in elements(element(rest, "details").unwrap_or_default(), "detail") {
        let name = attributes.get("key").cloned().unwrap_or_default();
        record.context.insert(name, unescape(value));
    }
    record.facts.retryable = element(rest, "retryable").and_then(|text| text.trim().parse().ok());
    if let Some(wait) = element(rest, "retry_after").and_then(retry_after) {
        record.retry_after = Some(wait);
        record.facts.retryable = Some(true);
    }
}

/// Parses `30 seconds` or a bare number.
fn retry_after(text: &str) -> Option<Duration> {
    let text = text.trim();
    parse_seconds(text.strip_suffix("seconds").unwrap_or(text).trim())
}

fn actions(text: &str) -> Vec<String> {
    if text.contains("<action") {
        let nested = elements(text, "action").map(|(_, action)| unescape(action));
        return nested.filter(|action| !action.trim().is_empty()).collect();
    }
    text.split(',').map(str::trim).filter(|action| !action.is_empty()).map(unescape).collect()
}

/// Returns the offset in `whole` at which `part` ends. `part` must be a slice of `whole`.
fn end_of(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize + part.len()
}

/// Returns the attributes of the first `<name …>` tag, and the text after the tag.
fn root<'a>(text: &'a str, name: &str) -> Option<(HashMap<&'a str, String>, &'a str)> {
    let tag = tags(text, name).next()?;
    Some((tag.attributes(), tag.after))
}

/// Returns the text between the first `<name>` and the next `</name>`. Skips `<name/>`.
fn element<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    elements(text, name).next().map(|(_, content)| content)
}

/// Iterates over the attributes and the contents of the closed elements with a name.
fn elements<'a>(text: &'a str, name: &str) -> impl Iterator<Item = (HashMap<&'a str, String>, &'a str)> {
    let closing = format!("</{name}>");
    let mut rest = text;
    std::iter::from_fn(move || {
        let tag = tags(rest, name).find(|tag| !tag.closes_itself)?;
        // If this element isn't closed, later ones aren't either.
        rest = "";
        let end = find_outside_cdata(tag.after, &closing)?;
        rest = &tag.after[end + closing.len()..];
        Some((tag.attributes(), &tag.after[..end]))
    })
}

/// Returns the first position of `wanted` outside of CDATA sections.
fn find_outside_cdata(text: &str, wanted: &str) -> Option<usize> {
    let mut from = 0;
    let mut found = text.find(wanted)?;
    loop {
        if found < from {
            found = from + text[from..].find(wanted)?;
        }
        match text[from..found].find(CDATA) {
            None => return Some(found),
            Some(start) => {
                let start = from + start;
                from = start + text[start..].find(CDATA_END)? + CDATA_END.len();
            }
        }
    }
}

const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

struct Tag<'a> {
    attributes: &'a str,
    after: &'a str,
    closes_itself: bool,
}

fn tags<'a>(text: &'a str, name: &str) -> impl Iterator<Item = Tag<'a>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find('<')? + 1..];
            let Some(inside) = rest.strip_prefix(name) else { continue };
            if !inside.starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/') {
                continue;
            }
            let end = end_of_tag(inside)?;
            rest = &inside[end + 1..];
            let attributes = &inside[..end];
            let closes_itself = attributes.ends_with('/');
            return Some(Tag { attributes: attributes.trim_end_matches('/'), after: rest, closes_itself });
        }
    })
}

/// Returns the position of the first `>` outside of quotes.
fn end_of_tag(inside: &str) -> Option<usize> {
    let mut quote = None;
    inside.char_indices().find_map(|(at, character)| match (quote, character) {
        (None, '>') => Some(at),
        (None, '"' | '\'') => {
            quote = Some(character);
            None
        }
        (Some(open), _) if open == character => {
            quote = None;
            None
        }
        _ => None,
    })
}

impl<'a> Tag<'a> {
    /// Parses attributes such as `name="value"`. Accepts both kinds of quotes, and spaces around `=`. For a duplicate
    /// name, the first value wins.
    fn attributes(&self) -> HashMap<&'a str, String> {
        let mut found = HashMap::new();
        let mut rest = self.attributes;
        while let Some((name, after)) = rest.split_once('=') {
            let after = after.trim_start();
            let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
            let Some((value, after)) = after[1..].split_once(quote) else { break };
            let name = name.split_ascii_whitespace().next_back().unwrap_or_default();
            found.entry(name).or_insert_with(|| unescape(value));
            rest = after;
        }
        found
    }
}

/// Decodes the entities and CDATA sections in XML text. Leaves unknown entities unchanged.
pub fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(inside) = rest.strip_prefix(CDATA) {
            let (content, after) = inside.split_once(CDATA_END).unwrap_or((inside, ""));
            plain.push_str(content);
            rest = after;
        } else if let Some((character, length)) = entity(rest) {
            plain.push(character);
            rest = &rest[length..];
        } else {
            plain.push_str(&rest[..1]);
            rest = &rest[1..];
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
    Some((character, end + 2))
}

#[cfg(test)]
mod tests {
    use super::{actions, parse, unescape};
    use crate::error::coded::AgentError;

    #[test]
    fn entities_are_read_once() {
        assert_eq!(unescape("&amp;lt; &#65;&#x1f980; &nbsp; &#xd800; & <"), "&lt; A🦀 &nbsp; &#xd800; & <");
        assert_eq!(unescape("a<![CDATA[&lt;]]>b<![CDATA[c"), "a&lt;bc");
    }

    #[test]
    fn actions_are_elements_or_a_list() {
        assert_eq!(actions("\n  <action name='x'>a</action><action>b,c</action><action/>"), ["a", "b,c"]);
        assert_eq!(actions(" a, ,b,, &lt;c&gt; "), ["a", "b", "<c>"]);
    }

    #[test]
    fn attributes_are_found_by_their_whole_name() {
        let record = parse("x <tool_error subcode='B' code = \"A>\" ><message>m</message>").unwrap();
        assert_eq!(record.code(), "A>");
    }

    #[test]
    fn a_closing_tag_in_cdata_ends_nothing() {
        for text in ["</message>", "</message>🦀"] {
            let record = parse(&format!("<tool_error><message><![CDATA[{text}]]></message></tool_error>")).unwrap();
            assert_eq!(record.message, text);
        }
    }
}
