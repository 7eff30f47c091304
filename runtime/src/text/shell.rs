//! Quotes values for command lines.

use super::sanitize::is_changed_by_a_format;
use super::template::Template;
use agent_error_rules::shell::quote;

/// Whether the value is literal in both `cmd.exe` and PowerShell. Backslashes are, but a leading `@` isn't.
fn is_plain_on_windows(value: &str) -> bool {
    let is_plain =
        |c: char| matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '+' | '-' | '.' | '/' | ':' | '@' | '_' | '\\');
    !value.is_empty() && !value.starts_with('@') && value.chars().all(is_plain)
}

/// Fills the template of a command with quoted values. Returns `None` if the command wouldn't work as shown.
pub fn fill_command(template: Template<'_>, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    template.fill_all(|name| word(&value(name)?, template.may_be_flag(name), cfg!(windows)))
}

const LONGEST_WORD: usize = 4096;

/// Returns the value as a single word. Returns `None` if the value contains characters that a format would change, isn't
/// valid Unicode, is longer than 4 KiB, or if it's `alone` in its argument and could be parsed as a flag.
///
/// dash, bash, zsh, ksh, busybox and fish agree on these quotes. `cmd.exe` and PowerShell quote differently, so values that
/// need quotes are rejected on Windows.
fn word(value: &str, alone: bool, on_windows: bool) -> Option<String> {
    let foreign = |c: char| is_changed_by_a_format(c) || matches!(c, '\n' | '\t' | char::REPLACEMENT_CHARACTER);
    // An empty value counts, because the rest of the word could be a flag: if `name` is empty, `{name}-{id}` becomes `-5`.
    let may_be_flag = value.is_empty() || value.starts_with('-') || (on_windows && value.starts_with('/'));
    match on_windows {
        _ if value.contains(foreign) || value.len() > LONGEST_WORD || (alone && may_be_flag) => None,
        true => is_plain_on_windows(value).then(|| value.to_owned()),
        false => Some(quote(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn a_value_that_needs_quotes_is_shown_where_all_shells_read_the_same() {
        for (value, posix, windows) in [
            ("web-1", Some("web-1"), Some("web-1")),
            ("a@b.example:80", Some("a@b.example:80"), Some("a@b.example:80")),
            ("C:\\Users\\eve", Some("\"C:\\\\Users\\\\eve\""), Some("C:\\Users\\eve")),
            ("two words", Some("'two words'"), None),
            ("it's", Some("\"it's\""), None),
            ("100%", Some("'100%'"), None),
            ("a&b", Some("'a&b'"), None),
            ("a^b", Some("a'^b'"), None),
            ("a,b", Some("'a,b'"), None),
            ("$x", Some("'$x'"), None),
            ("größe", Some("'größe'"), None),
            ("@args", Some("@args"), None),
            ("", None, None),
            ("/s", Some("/s"), None),
            ("-x", None, None),
            ("a\nb", None, None),
        ] {
            assert_eq!(word(value, true, false).as_deref(), posix, "{value}");
            assert_eq!(word(value, true, true).as_deref(), windows, "{value}");
        }
        assert_eq!(word("/s", false, true).as_deref(), Some("/s"));
    }
}
