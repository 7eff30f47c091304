//! Escapes strings for Markdown.

use agent_error::definition::Template;
use agent_error::format::clean;

/// The position of a string on the page, which determines what must be escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On its own line or in a list.
    Line,
    /// In a table cell.
    Cell,
}

/// Formats a string on a single line. Keeps code in backticks, and escapes all other Markdown.
pub(super) fn prose(text: &str, place: Place) -> String {
    let text = one_line(text);
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, code, after)) = first_code(rest) {
        push_escaped(before, &mut shown);
        shown.push_str(&code_span(code, place));
        rest = after;
    }
    push_escaped(rest, &mut shown);
    shown
}

/// Formats a template on a single line. Keeps code in backticks, and escapes all other Markdown.
pub(super) fn template(template: Template, place: Place) -> String {
    prose(&template.to_string(), place)
}

/// Formats a string on a single line, with all Markdown escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    push_escaped(&one_line(text), &mut shown);
    shown
}

/// Formats a string as inline code. Uses as many backticks as needed.
pub(super) fn code_span(text: &str, place: Place) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return String::new();
    }
    // Renderers disagree about escaping `|` with a backslash in a table cell, but they all support entities.
    if place == Place::Cell && text.contains('|') {
        return format!("<code>{}</code>", entities(&text));
    }
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let padding = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{padding}{text}{padding}{fence}")
}

/// Formats a string as a fenced code block with a language.
pub(super) fn code_block(language: &str, text: &str) -> String {
    let text = clean(&text);
    let fence = "`".repeat(longest_run(&text, '`').max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// Formats a URL as a link if it's an HTTP or HTTPS URL.
pub(super) fn autolink(url: &str) -> String {
    let is_link = url.starts_with("https://") || url.starts_with("http://");
    match is_link && url.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>')) {
        true => format!("<{url}>"),
        false => escaped(url),
    }
}

/// Removes control characters, and replaces line breaks with spaces.
pub(super) fn one_line(text: &str) -> String {
    clean(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or(0) / wanted.len_utf8()
}

/// Returns the first inline code, together with the text before and after it.
fn first_code(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(start) = text[from..].find('`').map(|at| from + at) {
        let run = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        let inside = start + run;
        if let Some(end) = closing(&text[inside..], run).map(|at| inside + at) {
            let code = &text[inside..end];
            if !code.trim().is_empty() {
                return Some((&text[..start], code, &text[end + run..]));
            }
        }
        from = inside;
    }
    None
}

/// Returns the position of the first run of exactly `run` backticks.
fn closing(text: &str, run: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(start) = text[from..].find('`').map(|at| from + at) {
        let length = text[start..].bytes().take_while(|byte| *byte == b'`').count();
        if length == run {
            return Some(start);
        }
        from = start + length;
    }
    None
}

/// Appends a string with all Markdown syntax escaped.
fn push_escaped(text: &str, shown: &mut String) {
    let mut before = shown.chars().last();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied();
        let starts_line = shown.is_empty();
        match character {
            '<' => shown.push_str("&lt;"),
            '&' if after.is_some_and(|next| next == '#' || next.is_ascii_alphabetic()) => shown.push_str("&amp;"),
            // `_` within a word isn't special.
            '_' if is_word(before) && is_word(after) => shown.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => shown.extend(['\\', character]),
            // These characters could start a block quote, a heading, a list item or a thematic break.
            '>' | '#' | '+' | '-' | '=' | ':' if starts_line => shown.extend(['\\', character]),
            '.' | ')' if !starts_line && shown.bytes().all(|byte| byte.is_ascii_digit()) => {
                shown.extend(['\\', character]);
            }
            other => shown.push(other),
        }
        before = Some(character);
    }
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphanumeric)
}

/// Replaces all ASCII punctuation with HTML entities.
fn entities(text: &str) -> String {
    let entity = |character: char| match character.is_ascii_punctuation() {
        true => format!("&#{};", u32::from(character)),
        false => character.to_string(),
    };
    text.chars().map(entity).collect()
}

#[cfg(test)]
mod tests {
    use super::{Place, code_block, code_span, prose};

    #[test]
    fn markdown_syntax_is_escaped() {
        for (text, shown) in [
            ("a_b and _c_", r"a_b and \_c\_"),
            ("1. not an item", r"1\. not an item"),
            ("`1`. no item", "`1`. no item"),
            ("# no heading", r"\# no heading"),
            ("- no item", r"\- no item"),
            ("<b>&lt;</b> & more", r"&lt;b>&amp;lt;&lt;/b> & more"),
            ("a | b \\| c", r"a \| b \\\| c"),
            ("[x](y) ~~z~~", r"\[x\](y) \~\~z\~\~"),
            ("a lone ` and *", r"a lone \` and \*"),
            ("use `a * b`, or ``c`d``", "use `a * b`, or ``c`d``"),
            ("two\nlines\tof\u{7} it", "two lines of it"),
        ] {
            assert_eq!(prose(text, Place::Line), shown, "{text}");
        }
    }

    #[test]
    fn code_is_fenced_with_enough_backticks() {
        assert_eq!(code_span("a `` b`", Place::Line), "``` a `` b` ```");
        assert_eq!(code_block("text", "```\nx"), "````text\n```\nx\n````\n");
        assert_eq!(code_span("a|b", Place::Cell), "<code>a&#124;b</code>");
    }
}
