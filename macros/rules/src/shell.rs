//! Splits POSIX shell command lines into words, and quotes arguments.
//!
//! Quoted values work in dash, bash, zsh, ksh, busybox and fish. They're safe from history expansion (`!`), brace
//! expansion, tilde expansion, and shells that treat `^` as a pipe. An opening single quote never directly follows a
//! closing one, because zsh with `rcquotes` reads `''` as an apostrophe.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Quotes a value as a single argument. Returns `None` if the value contains a NUL character, which is invalid in
/// arguments.
pub fn quote(value: &str) -> Option<Cow<'_, str>> {
    if value.is_empty() {
        return Some(Cow::Borrowed("''"));
    }
    if value.contains('\0') {
        return None;
    }
    if value.chars().all(is_plain) {
        return Some(Cow::Borrowed(value));
    }
    let mut quoted = String::with_capacity(value.len() + 2);
    let mut rest = value;
    while !rest.is_empty() {
        let (part, left) = rest.split_at(longest_part(rest));
        let start = quoted.len();
        quote_part(part, &mut quoted);
        if quoted[..start].ends_with('\'') && quoted[start..].starts_with('\'') {
            quoted.insert_str(start, NOTHING);
        }
        rest = left;
    }
    Some(Cow::Owned(quoted))
}

/// A writer that inserts `""` between adjacent single-quoted parts.
///
/// Use this for command lines that join quoted values, such as `{dir}{file}`.
pub struct SeparateQuotes<'a, W: ?Sized> {
    out: &'a mut W,
    quote: Option<char>,
    is_escaped: bool,
    /// Whether the last character was a closing single quote.
    has_closed: bool,
}

/// An empty quoted part, which doesn't change the value of an argument.
const NOTHING: &str = "\"\"";

impl<'a, W: Write + ?Sized> SeparateQuotes<'a, W> {
    /// Creates a writer that forwards to `out`.
    pub fn new(out: &'a mut W) -> Self {
        Self { out, quote: None, is_escaped: false, has_closed: false }
    }
}

impl<W: Write + ?Sized> Write for SeparateQuotes<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut copied = 0;
        for (at, character) in text.char_indices() {
            let has_closed = std::mem::take(&mut self.has_closed);
            match (self.quote, character) {
                _ if std::mem::take(&mut self.is_escaped) => {}
                (None | Some('"'), '\\') => self.is_escaped = true,
                (None, '\'') if has_closed => {
                    self.out.write_str(&text[copied..at])?;
                    self.out.write_str(NOTHING)?;
                    (self.quote, copied) = (Some(character), at);
                }
                (None, '\'' | '"') => self.quote = Some(character),
                (Some(open), _) if open == character => {
                    self.quote = None;
                    self.has_closed = character == '\'';
                }
                _ => {}
            }
        }
        self.out.write_str(&text[copied..])
    }
}

/// Whether a character can be used without quotes.
fn is_plain(character: char) -> bool {
    matches!(character, '+' | '-' | '.' | '/' | ':' | '@' | ']' | '_' | '0'..='9' | 'A'..='Z' | 'a'..='z')
}

/// Whether a character is literal within single quotes. Some shells interpret backslashes and `^` even there.
fn fits_single(character: char) -> bool {
    !matches!(character, '\'' | '^' | '\\')
}

/// Whether [`quote`] may put a character in double quotes.
fn fits_double(character: char) -> bool {
    !matches!(character, '`' | '$' | '!' | '^')
}

/// Returns the length in bytes of the longest prefix that needs at most one pair of quotes.
fn longest_part(text: &str) -> usize {
    let (mut plain, mut single, mut double) = (true, true, true);
    for (at, character) in text.char_indices() {
        // A `^` starts a new part.
        let next = match (at, character) {
            (0, '^') => (false, true, false),
            _ => (plain && is_plain(character), single && fits_single(character), double && fits_double(character)),
        };
        if next == (false, false, false) {
            return at;
        }
        (plain, single, double) = next;
    }
    text.len()
}

fn quote_part(part: &str, out: &mut String) {
    let begins_with_caret = part.starts_with('^');
    if part.chars().all(is_plain) {
        out.push_str(part);
    } else if begins_with_caret || part.chars().all(fits_single) {
        out.extend(["'", part, "'"]);
    } else {
        out.push('"');
        for character in part.chars() {
            if matches!(character, '$' | '`' | '"' | '\\') {
                out.push('\\');
            }
            out.push(character);
        }
        out.push('"');
    }
}

/// Splits a command line into words. Skips comments, which start at a word with a leading `#`. Returns `None` if a
/// quote is unclosed or the line ends with a backslash.
pub fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.chars().peekable();
    loop {
        while characters.next_if(|character| is_blank(*character)).is_some() {}
        match characters.peek() {
            None => return Some(words),
            Some('#') => while characters.next().is_some_and(|character| character != '\n') {},
            Some(_) => words.push(word(&mut characters)?),
        }
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n')
}

fn word(characters: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut word = String::new();
    while let Some(character) = characters.next() {
        match character {
            '\'' => until_single_quote(characters, &mut word)?,
            '"' => until_double_quote(characters, &mut word)?,
            '\\' => word.extend(Some(characters.next()?).filter(|escaped| *escaped != '\n')),
            blank if is_blank(blank) => break,
            other => word.push(other),
        }
    }
    Some(word)
}

fn until_single_quote(characters: &mut impl Iterator<Item = char>, word: &mut String) -> Option<()> {
    loop {
        match characters.next()? {
            '\'' => return Some(()),
            other => word.push(other),
        }
    }
}

fn until_double_quote(characters: &mut impl Iterator<Item = char>, word: &mut String) -> Option<()> {
    loop {
        match characters.next()? {
            '"' => return Some(()),
            '\\' => match characters.next()? {
                '\n' => {}
                escaped @ ('$' | '`' | '"' | '\\') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            other => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SeparateQuotes, quote, split};
    use std::fmt::Write;

    #[test]
    fn values_are_quoted_as_every_shell_reads_them() {
        for (value, quoted) in [
            ("", "''"),
            ("a-b_c.d/e:f@g+1", "a-b_c.d/e:f@g+1"),
            ("]", "]"),
            ("two words", "'two words'"),
            ("it's", "\"it's\""),
            ("$HOME", "'$HOME'"),
            ("`id`", "'`id`'"),
            ("a\\b", "\"a\\\\b\""),
            ("say \"hi\"", "'say \"hi\"'"),
            ("it's \"x\"", "\"it's \\\"x\\\"\""),
            // The following values need two pairs of quotes.
            ("it's $5", "\"it's \"'$5'"),
            ("'$'", "\"'\"'$'\"'\""),
            ("a^b", "a'^b'"),
            ("^", "'^'"),
            ("^'", "'^'\"'\""),
            ("^^", "'^'\"\"'^'"),
            ("a b^c", "'a b'\"\"'^c'"),
            ("!!", "'!!'"),
            ("it's!", "\"it's\"'!'"),
            ("~", "'~'"),
            ("{a,b}", "'{a,b}'"),
            ("a=b", "'a=b'"),
            ("#x", "'#x'"),
            ("[x]", "'[x]'"),
            ("*?", "'*?'"),
            ("100%", "'100%'"),
            ("a\nb", "'a\nb'"),
            ("größe", "'größe'"),
            ("; rm -rf /", "'; rm -rf /'"),
        ] {
            assert_eq!(quote(value).as_deref(), Some(quoted), "{value}");
            assert_eq!(split(quoted), Some(vec![value.to_owned()]), "{quoted}");
        }
        assert_eq!(quote("a\0b"), None);
    }

    #[test]
    fn quoted_values_that_touch_are_separated() {
        for (pieces, separated) in [
            (&["a 'b c'", "'d e'"][..], "a 'b c'\"\"'d e'"),
            (&["a ''", "''", "''"], "a ''\"\"''\"\"''"),
            (&["a '", "b'", " 'c'"], "a 'b' 'c'"),
            (&["\"it's\"", "\"'\"", "'x'"], "\"it's\"\"'\"'x'"),
            (&["\\''a'", "\"\\\"'\"'b'"], "\\''a'\"\\\"'\"'b'"),
        ] {
            let mut line = String::new();
            let mut out = SeparateQuotes::new(&mut line);
            for piece in pieces {
                out.write_str(piece).unwrap();
            }
            assert_eq!(line, separated);
        }
    }

    #[test]
    fn lines_are_split_as_a_shell_does() {
        for (line, words) in [
            ("", Some(&[][..])),
            ("  a \n b\t", Some(&["a", "b"])),
            ("a\"b\"c", Some(&["abc"])),
            ("a 'b c'd", Some(&["a", "b cd"])),
            ("a '' \"\"", Some(&["a", "", ""])),
            ("a\\ b \\", None),
            ("a\\\nb", Some(&["ab"])),
            ("\"a\\\nb \\$ \\x\"", Some(&["ab $ \\x"])),
            ("'a\\'", Some(&["a\\"])),
            ("a #b\nc", Some(&["a", "c"])),
            ("a#b", Some(&["a#b"])),
            ("'a", None),
            ("\"a", None),
            ("\"a\\", None),
        ] {
            let expected = words.map(|words| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
            assert_eq!(split(line), expected, "{line}");
        }
    }
}
