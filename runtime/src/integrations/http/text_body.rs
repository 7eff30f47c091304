//! Parses response bodies written for people: plain text and HTML.

use crate::error::record::ErrorRecord;
use crate::format::parsing::foreign::plain::{self, LONGEST_EXCERPT, LONGEST_MESSAGE, excerpt, name};
use crate::format::parsing::xml_unescaped;
use crate::text::sanitize::clean_capped;

/// Whether the body isn't text, for example because it's compressed or UTF-16. Counts unreadable characters.
pub(super) fn is_binary(text: &str) -> bool {
    let (mut all, mut unreadable) = (0_usize, 0_usize);
    for character in text.chars().take(LONGEST_EXCERPT) {
        all += 1;
        unreadable += usize::from(matches!(character, '\0' | char::REPLACEMENT_CHARACTER));
    }
    unreadable * 3 > all
}

/// Whether a string is HTML or XML.
pub(super) fn is_markup(text: &str) -> bool {
    text.starts_with('<') && text.contains('>')
}

/// Parses HTML or XML. For an HTML page, the title becomes the message and the text becomes the detail. For XML such as
/// an S3 error, uses the elements `Code` and `Message`.
pub(super) fn read(html: &str) -> ErrorRecord {
    if let (Some(code), Some(message)) = (element(html, "code>"), element(html, "message>"))
        && let Some(code) = name(code.trim())
    {
        return ErrorRecord::unknown(code, clean_capped(&text(message), LONGEST_MESSAGE));
    }
    let html = [("<script", "</script"), ("<style", "</style"), ("<!--", "--")]
        .into_iter()
        .fold(html.to_owned(), |html, (start, end)| without(&html, start, end));
    let title = element(&html, "title").map(text).unwrap_or_default();
    let body = text(&without(&html, "<title", "</title"));
    match (title.is_empty(), body.is_empty() || body == title) {
        (true, _) => plain::read(&body),
        (false, true) => plain::read(&title),
        (false, false) => ErrorRecord::unknown("", clean_capped(&title, LONGEST_MESSAGE)).with_detail(excerpt(&body)),
    }
}

/// Removes everything from `start` to the `>` after `end`, ignoring case.
fn without(html: &str, start: &str, end: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let mut kept = String::with_capacity(html.len());
    let mut at = 0;
    while let Some(from) = lower[at..].find(start).map(|found| at + found) {
        kept.push_str(&html[at..from]);
        let closing = lower[from + start.len()..].find(end).map(|found| from + start.len() + found);
        let ended = closing.and_then(|closing| Some(closing + lower[closing..].find('>')? + 1));
        at = ended.unwrap_or(html.len());
    }
    kept.push_str(&html[at..]);
    kept
}

/// Returns the content of the first element with a given name.
fn element<'a>(html: &'a str, name: &str) -> Option<&'a str> {
    let lower = html.to_ascii_lowercase();
    let start = lower.find(&format!("<{name}"))?;
    let inside = start + lower[start..].find('>')? + 1;
    let end = inside + lower[inside..].find("</")?;
    html.get(inside..end)
}

/// Removes tags and collapses whitespace, which isn't significant in HTML.
fn text(html: &str) -> String {
    let mut words = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        words.push_str(before);
        words.push(' ');
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    xml_unescaped(&words).split_whitespace().collect::<Vec<_>>().join(" ")
}
