//! Splits POSIX shell command lines into words, and quotes arguments.
//!
//! Quoted values work in dash, bash, zsh, ksh, busybox and fish. They're safe from history
//! expansion (`!`), brace expansion, tilde expansion, and shells that treat `^` as a pipe.

/// Quotes a value as a single argument. The value must not contain NUL characters, which are
/// invalid in arguments.
///
/// The result has the same meaning in every locale. In GBK, GB18030, BIG5 and Shift JIS, the second
/// byte of a character may be a backslash. If the last UTF-8 byte of a character in double quotes
/// preceded a backslash, a shell would read both as one character, and the backslash would no
/// longer escape anything. Non-ASCII characters are therefore always in single quotes, where no
/// character is special except the closing quote, which is no second byte in any of these
/// encodings.
#[inline]
pub fn quote(value: &str) -> String {
    if value.is_empty() {
        return "''".to_owned();
    }
    let mut argument = String::new();
    let mut rest = value;
    while !rest.is_empty() {
        let (quotes, length) = longest_part(rest);
        let (part, left) = rest.split_at(length);
        quotes.write(part, &mut argument);
        rest = left;
    }
    argument
}

/// The quotes around a part of an argument.
#[derive(Clone, Copy)]
enum Quotes {
    None,
    Single,
    Double,
}

impl Quotes {
    /// Whether a character can be used within these quotes.
    fn fit(self, character: char) -> bool {
        match self {
            Self::None => is_plain(character),
            // Some shells interpret backslashes and `^` even in single quotes.
            Self::Single => !matches!(character, '\'' | '^' | '\\'),
            Self::Double => character.is_ascii() && !matches!(character, '`' | '$' | '!' | '^'),
        }
    }

    /// Returns the length in bytes of the longest prefix that these quotes can enclose.
    fn fitting_prefix(self, text: &str) -> usize {
        // `^` is literal at the start of a part in single quotes, but nowhere else.
        let rest = match self {
            Self::Single => text.strip_prefix('^').unwrap_or(text),
            Self::None | Self::Double => text,
        };
        let skipped = text.len() - rest.len();
        let unfit = rest.find(|character| !self.fit(character));
        skipped + unfit.unwrap_or(rest.len())
    }

    fn write(self, part: &str, out: &mut String) {
        match self {
            Self::None => out.push_str(part),
            Self::Single => out.extend(["'", part, "'"]),
            Self::Double => {
                out.push('"');
                for character in part.chars() {
                    if matches!(character, '"' | '\\') {
                        out.push('\\');
                    }
                    out.push(character);
                }
                out.push('"');
            }
        }
    }
}

/// Whether a character can be used without quotes.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '+' | '-' | '.' | '/' | ':' | '@' | ']' | '_')
}

/// Returns the longest prefix that needs at most one pair of quotes: its quotes, and its length in
/// bytes.
fn longest_part(text: &str) -> (Quotes, usize) {
    let mut quotes = Quotes::None;
    let mut longest = Quotes::None.fitting_prefix(text);
    for other in [Quotes::Single, Quotes::Double] {
        let length = other.fitting_prefix(text);
        if length > longest {
            quotes = other;
            longest = length;
        }
    }
    (quotes, longest)
}

/// Splits a command line into words. Skips comments, which start at a word with a leading `#`.
/// Returns `None` if a quote is unclosed or the line ends with a backslash.
#[inline]
pub fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.chars().peekable();
    loop {
        match characters.peek() {
            None => return Some(words),
            Some(' ' | '\t' | '\n') => {
                characters.next();
            }
            Some('#') => skip_line(&mut characters),
            Some(_) => words.push(read_word(&mut characters)?),
        }
    }
}

fn skip_line(characters: &mut impl Iterator<Item = char>) {
    // Consumes the newline, too.
    characters.find(|character| *character == '\n');
}

fn read_word(characters: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut word = String::new();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' => break,
            '\'' => until_single_quote(characters, &mut word)?,
            '"' => until_double_quote(characters, &mut word)?,
            '\\' => match characters.next()? {
                '\n' => {}
                escaped => word.push(escaped),
            },
            other => word.push(other),
        }
    }
    Some(word)
}

fn until_single_quote(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Option<()> {
    loop {
        match characters.next()? {
            '\'' => return Some(()),
            other => word.push(other),
        }
    }
}

fn until_double_quote(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Option<()> {
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
    use super::{quote, split};

    #[test]
    fn quoted_values_are_split_into_themselves() {
        for (value, quoted) in [
            ("", "''"),
            ("a-b_c.d/e:f@g+1]", "a-b_c.d/e:f@g+1]"),
            ("two words", "'two words'"),
            ("say \"hi\"", "'say \"hi\"'"),
            ("it's \"x\"", "\"it's \\\"x\\\"\""),
            ("a\\b", "\"a\\\\b\""),
            ("größe", "'größe'"),
            // The following values need two pairs of quotes.
            ("it's $5", "\"it's \"'$5'"),
            ("'$'", "\"'\"'$'\"'\""),
            ("a b^c", "'a b''^c'"),
            ("^'", "'^'\"'\""),
            ("it's é", "\"it's \"'é'"),
            ("é\\\"", "'é'\"\\\\\\\"\""),
        ] {
            assert_eq!(quote(value), quoted, "{value}");
            assert_eq!(split(quoted), Some(vec![value.to_owned()]), "{quoted}");
        }
    }

    #[test]
    fn lines_are_split_as_a_shell_does() {
        for (line, words) in [
            ("  a \n b\t", Some(&["a", "b"][..])),
            ("a 'b c'\"d\"", Some(&["a", "b cd"])),
            ("a '' \"\"", Some(&["a", "", ""])),
            ("a\\\nb", Some(&["ab"])),
            ("\"a\\\nb \\$ \\x\"", Some(&["ab $ \\x"])),
            ("a #b\nc#d", Some(&["a", "c#d"])),
            ("a\\ b \\", None),
            ("'a", None),
            ("\"a\\", None),
        ] {
            let expected = words.map(|words| {
                words
                    .iter()
                    .map(|word| (*word).to_owned())
                    .collect::<Vec<_>>()
            });
            assert_eq!(split(line), expected, "{line}");
        }
    }
}
