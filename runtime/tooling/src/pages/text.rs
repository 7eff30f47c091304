//! Escapes strings for Markdown.

use agent_error::format::clean;

/// Formats a string on a single line. Keeps code in backticks, and escapes all other Markdown.
pub(super) fn prose(text: &str) -> String {
    let text = one_line(text);
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, code, after)) = first_code(rest) {
        push_escaped(before, &mut shown);
        shown.push_str(&code_span(code));
        rest = after;
    }
    push_escaped(rest, &mut shown);
    shown
}

/// Returns the first code in backticks, with the text before and after it.
fn first_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    (!code.trim().is_empty()).then_some((before, code, after))
}

/// Appends a string with all Markdown syntax escaped.
fn push_escaped(text: &str, shown: &mut String) {
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        let is_special = match character {
            // `_` within a word isn't special.
            '_' => !(is_word(before) && is_word(next)),
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '$' | '&' => true,
            // These characters could start a block quote, a heading, a list item or a thematic
            // break.
            '>' | '#' | '+' | '=' | ':' => shown.is_empty(),
            // mdBook turns `--` into a dash.
            '-' => shown.is_empty() || before == Some('-'),
            '.' | ')' => !shown.is_empty() && shown.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        if is_special {
            shown.push('\\');
        }
        shown.push(character);
        before = Some(character);
    }
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// Formats a string as inline code. Uses as many backticks as needed.
pub(super) fn code_span(text: &str) -> String {
    let text = one_line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let padding = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{padding}{text}{padding}{fence}")
}

/// Formats a string as a fenced code block with a language.
pub(super) fn code_block(language: &str, text: &str) -> String {
    let text = clean(&text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!(
        "{fence}{language}\n{}\n{fence}",
        text.trim_end_matches('\n')
    )
}

/// Escapes Markdown for a table cell.
pub(super) fn cell(markdown: &str) -> String {
    markdown.replace("\\|", "|").replace('|', "\\|")
}

/// Removes control characters, and replaces line breaks with spaces.
pub(super) fn one_line(text: &str) -> String {
    let text = clean(&text);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{cell, code_block, code_span, prose};

    #[test]
    fn markdown_syntax_is_escaped() {
        for (text, shown) in [
            ("a_b and _c_", r"a_b and \_c\_"),
            ("1. not an item", r"1\. not an item"),
            ("`1`. no item", "`1`. no item"),
            ("# no heading", r"\# no heading"),
            ("- no item", r"\- no item"),
            ("pass --db", r"pass -\-db"),
            ("<b>&lt;</b>", r"\<b>\&lt;\</b>"),
            ("a | b", r"a \| b"),
            ("[x](y) ~~z~~", r"\[x\](y) \~\~z\~\~"),
            ("a lone ` and *", r"a lone \` and \*"),
            ("use `a * b`, or `c`", "use `a * b`, or `c`"),
            ("two\nlines\tof\u{7} it", "two lines of it"),
        ] {
            assert_eq!(prose(text), shown, "{text}");
        }
    }

    #[test]
    fn code_is_fenced_with_enough_backticks() {
        assert_eq!(code_span("a `` b`"), "``` a `` b` ```");
        assert_eq!(code_block("text", "```\nx"), "````text\n```\nx\n````");
        assert_eq!(cell(&code_span("a|b")), r"`a\|b`");
    }
}
