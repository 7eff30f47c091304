//! Quotes values for command lines.

use super::sanitize::is_changed_by_a_format;
use super::template::Template;
use agent_error_rules::shell::quote;

/// Fills the template of a command with quoted values. Returns `None` if the command wouldn't work
/// as shown.
#[inline]
pub fn fill_command(
    template: Template<'_>,
    value: &dyn Fn(&str) -> Option<String>,
) -> Option<String> {
    template.fill_all(&|name| word(&value(name)?, template.may_be_flag(name), cfg!(windows)))
}

const LONGEST_WORD: usize = 4096;

/// Returns the value as a single word. Returns `None` if the value contains characters that a
/// format would change, isn't valid Unicode, is longer than 4 KiB, or if it's `alone` in its
/// argument and could be parsed as a flag. dash, bash, zsh, ksh, busybox and fish agree on these
/// quotes. Windows shells don't, so `on_windows` rejects values that need quotes.
#[inline]
pub(crate) fn word(value: &str, alone: bool, on_windows: bool) -> Option<String> {
    if value.len() > LONGEST_WORD || value.contains(is_changed) {
        return None;
    }
    if alone && may_be_flag(value, on_windows) {
        return None;
    }
    if on_windows {
        return needs_no_quotes(value).then(|| value.to_owned());
    }
    Some(quote(value))
}

/// Whether a format would change the character, or it replaces invalid Unicode.
fn is_changed(character: char) -> bool {
    is_changed_by_a_format(character)
        || matches!(character, '\n' | '\t' | char::REPLACEMENT_CHARACTER)
}

/// Whether an argument with the value at its start could be parsed as a flag. With an empty value,
/// the rest of the argument could be a flag: if `name` is empty, `{name}-{id}` becomes `-5`.
fn may_be_flag(value: &str, on_windows: bool) -> bool {
    value.is_empty() || value.starts_with('-') || (on_windows && value.starts_with('/'))
}

/// Whether both `cmd.exe` and PowerShell take the value literally.
fn needs_no_quotes(value: &str) -> bool {
    !value.is_empty() && !value.starts_with('@') && value.chars().all(is_literal_on_windows)
}

fn is_literal_on_windows(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '+' | '-' | '.' | '/' | ':' | '@' | '_' | '\\')
}

#[test]
fn on_windows_a_value_that_needs_quotes_is_not_shown() {
    for value in ["web-1", "a@b.example:80", "C:\\Users\\eve"] {
        assert_eq!(word(value, true, true).as_deref(), Some(value));
    }
    for value in [
        "two words",
        "it's",
        "100%",
        "a&b",
        "a^b",
        "a,b",
        "$x",
        "größe",
        "@args",
        "",
        "/s",
        "-x",
        "a\nb",
    ] {
        assert_eq!(word(value, true, true), None, "{value}");
    }
    assert_eq!(word("/s", false, true).as_deref(), Some("/s"));
}
