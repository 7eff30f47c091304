//! Texts of others without secrets: what is beside a name that looks like one, and the passwords in addresses.

use super::secret::{REDACTED, looks_secret};
use std::borrow::Cow;
use std::ops::Range;

/// The text without the values that are beside names which [look like secrets](crate#on-a-field-context), and without the
/// passwords in addresses, for messages that quote a command line or a text of another program.
///
/// ```
/// use agent_error::format::without_secrets;
///
/// for (text, shown) in [
///     ("tool login --password hunter2 --user eve", "tool login --password [REDACTED] --user eve"),
///     ("env API_KEY=abc tool", "env API_KEY=[REDACTED] tool"),
///     (r#"{"token": "abc", "max_tokens": 5"#, r#"{"token": "[REDACTED]", "max_tokens": 5"#),
///     ("curl -H 'Authorization: Bearer abc'", "curl -H 'Authorization: Bearer [REDACTED]'"),
///     ("postgres://eve:hunter2@db/shop", "postgres://eve:[REDACTED]@db/shop"),
/// ] {
///     assert_eq!(without_secrets(text), shown);
/// }
/// ```
///
/// A secret with no name beside it is not found. Of prose, a word too much may be redacted: `password: too short`.
pub fn without_secrets(text: &str) -> Cow<'_, str> {
    hidden(text, value_beside)
}

/// The same for sentences, in which a colon also follows the name of a field: hides only what is assigned with `=`, and
/// passwords of addresses. A placeholder such as `<key>` or `$KEY` stays.
pub(crate) fn without_assigned_secrets(text: &str) -> Cow<'_, str> {
    hidden(text, |text, name| {
        let value = text[name.end..].strip_prefix('=')?;
        if value.starts_with(['<', '$', '%', '{']) { None } else { value_beside(text, name) }
    })
}

/// A text without the passwords of its addresses and the values that belong to names of secrets.
fn hidden(text: &str, value_of: fn(&str, &Range<usize>) -> Option<Range<usize>>) -> Cow<'_, str> {
    let (mut shown, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(name) = next_name(text, at) {
        at = name.end;
        let hidden = match text[name.end..].strip_prefix("://") {
            Some(_) => password_of_address(text, name.end + "://".len()),
            None if looks_secret(&text[name.clone()]) => value_of(text, &name),
            None => None,
        };
        let is_secret = |range: &Range<usize>| !range.is_empty() && &text[range.clone()] != REDACTED;
        if let Some(range) = hidden.filter(is_secret) {
            shown.push_str(&text[copied..range.start]);
            shown.push_str(REDACTED);
            (copied, at) = (range.end, range.end);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    shown.push_str(&text[copied..]);
    Cow::Owned(shown)
}

/// Whether a text is long and of letters and digits, as keys are, without the signs of a path, a host or a sentence.
#[cfg_attr(not(feature = "clap"), allow(dead_code, reason = "only addresses and command lines ask for it"))]
pub(crate) fn looks_like_key(text: &str) -> bool {
    let of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '=');
    text.len() >= 20
        && text.chars().all(of_key)
        && text.contains(|c: char| c.is_ascii_digit())
        && text.contains(|c: char| c.is_ascii_alphabetic())
}

fn next_name(text: &str, from: usize) -> Option<Range<usize>> {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let start = from + text[from..].find(of_name)?;
    let length = text[start..].find(|c| !of_name(c)).unwrap_or(text.len() - start);
    Some(start..start + length)
}

/// Behind the colon, or the whole user if it looks like a key.
fn password_of_address(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = &text[from..];
    let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '<' | '>' | '`');
    let authority = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let end = authority.rfind('@')?;
    match authority[..end].find(':') {
        Some(colon) => Some(from + colon + 1..from + end),
        None => looks_like_key(&authority[..end]).then_some(from..from + end),
    }
}

/// The value that belongs to a name: behind `:` or `=`, or the next word behind a flag.
fn value_beside(text: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let opened = text[..name.start].chars().next_back().filter(|c| is_quote(*c));
    let behind = &text[name.end..];
    let closed = opened.and_then(|quote| behind.trim_start_matches('\\').strip_prefix(quote));
    let blank = |c: char| c == ' ' || c == '\t';
    let mut rest = closed.unwrap_or(behind).trim_start_matches(blank);
    let assigned = rest.trim_start_matches([':', '=', '>']);
    let is_flag = text[name.clone()].starts_with('-') && behind.starts_with(blank);
    if assigned.len() == rest.len() && !is_flag {
        return None;
    }
    rest = assigned.trim_start_matches(blank);
    if is_flag && rest.starts_with('-') {
        return None;
    }
    for scheme in ["Bearer ", "Basic ", "Token "] {
        if rest.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)) {
            rest = rest[scheme.len()..].trim_start_matches(blank);
        }
    }
    // What encloses the name encloses the value, too: `'--token=a b'`.
    let around = opened.filter(|_| closed.is_none());
    let start = text.len() - rest.len();
    let value = value(rest, around);
    Some(start + value.start..start + value.end)
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}

/// Where in the text the value is with which it begins.
fn value(text: &str, around: Option<char>) -> Range<usize> {
    let unescaped = text.trim_start_matches('\\');
    let opening = unescaped.chars().next().filter(|c| is_quote(*c));
    if let Some(quote) = opening {
        let start = text.len() - unescaped.len() + 1;
        return start..start + closing(&text[start..], quote, unescaped.len() < text.len());
    }
    let end = match (text.chars().next(), around) {
        (Some('{' | '['), _) => of_brackets(text),
        (_, Some(quote)) => text.find(quote),
        _ => text
            .find(|c: char| c.is_whitespace() || is_quote(c) || matches!(c, ',' | ';' | '&' | ')' | '}' | ']' | '<')),
    };
    0..end.unwrap_or(text.len())
}

/// Where a quoted text ends: before the quote, and before the backslash of a quote that is escaped itself.
fn closing(text: &str, quote: char, is_escaped: bool) -> usize {
    let mut backslash = false;
    for (at, character) in text.char_indices() {
        match character {
            '\\' => backslash = !backslash,
            other if other == quote && backslash == is_escaped => return at - usize::from(is_escaped),
            _ => backslash = false,
        }
    }
    text.len()
}

/// Where an object or a list ends.
fn of_brackets(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + character.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{without_assigned_secrets, without_secrets};

    #[test]
    fn a_sentence_about_a_secret_stays() {
        for (text, shown) in [
            ("token=abc failed at http://a:b@h", "token=[REDACTED] failed at http://a:[REDACTED]@h"),
            ("password: must have 8 characters", "password: must have 8 characters"),
            ("use --password FILE", "use --password FILE"),
            ("run `export API_KEY=<key>` or API_KEY=$KEY", "run `export API_KEY=<key>` or API_KEY=$KEY"),
        ] {
            assert_eq!(without_assigned_secrets(text), shown, "{text}");
        }
    }

    #[test]
    fn values_beside_names_of_secrets_are_redacted() {
        for (text, shown) in [
            ("--token=abc x", "--token=[REDACTED] x"),
            ("'--token=a b' x", "'--token=[REDACTED]' x"),
            ("--password 'a b' x", "--password '[REDACTED]' x"),
            ("--password --user eve", "--password --user eve"),
            ("--password", "--password"),
            ("password hunter2", "password hunter2"),
            ("password=hunter2&user=eve", "password=[REDACTED]&user=eve"),
            (r#"{"a":1,"password":"a\"b","c":2}"#, r#"{"a":1,"password":"[REDACTED]","c":2}"#),
            (r#"{\"password\":\"ab\",\"c\":2}"#, r#"{\"password\":\"[REDACTED]\",\"c\":2}"#),
            (r#"{"token":{"a":["b"]},"c":2}"#, r#"{"token":[REDACTED],"c":2}"#),
            (r#"{"token":["b"#, r#"{"token":[REDACTED]"#),
            (r#"{"token":"b"#, r#"{"token":"[REDACTED]"#),
            (r#"{"pin":1,"cvv":123}"#, r#"{"pin":1,"cvv":[REDACTED]}"#),
            ("Authorization: Bearer abc\nHost: h", "Authorization: Bearer [REDACTED]\nHost: h"),
            ("api_key => 'é'", "api_key => '[REDACTED]'"),
            ("token: [REDACTED]", "token: [REDACTED]"),
            ("token:", "token:"),
            ("max_tokens=5 tokenizer: b", "max_tokens=5 tokenizer: b"),
        ] {
            assert_eq!(without_secrets(text), shown, "{text}");
        }
    }

    #[test]
    fn passwords_in_addresses_are_redacted() {
        for (text, shown) in [
            ("http://eve:a:b@h/x?y", "http://eve:[REDACTED]@h/x?y"),
            ("see https://ghp_0123456789abcdefghij@github.com/a", "see https://[REDACTED]@github.com/a"),
            ("postgres://eve@db", "postgres://eve@db"),
            ("http://h/a:b@c", "http://h/a:b@c"),
            ("http://h/?token=abc#x", "http://h/?token=[REDACTED]"),
            ("a://b", "a://b"),
        ] {
            assert_eq!(without_secrets(text), shown, "{text}");
        }
    }
}
