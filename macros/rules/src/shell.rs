//! Splits POSIX shell command lines into words, and quotes arguments.
//!
//! Quoted values work in dash, bash, zsh, ksh, busybox and fish. They're safe from history
//! expansion (`!`), brace expansion, tilde expansion, and shells that treat `^` as a pipe.

/// Quotes a value as a single argument. The value must not contain NUL characters, which are
/// invalid in arguments.
pub fn quote(value: &str) -> String {
    if value.is_empty() {
        return "''".to_owned();
    }
    let mut quoted = String::new();
    let mut rest = value;
    while !rest.is_empty() {
        let (part, left) = rest.split_at(longest_part(rest));
        quote_part(part, &mut quoted);
        rest = left;
    }
    quoted
}

/// Whether a character can be used without quotes.
fn is_plain(character: char) -> bool {
    matches!(character, '+' | '-' | '.' | '/' | ':' | '@' | ']' | '_' | '0'..='9' | 'A'..='Z' | 'a'..='z')
}

/// Whether a character is literal within single quotes. Some shells interpret backslashes and `^`
/// even there.
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
            _ => (
                plain && is_plain(character),
                single && fits_single(character),
                double && fits_double(character),
            ),
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

/// Splits a command line into words. Skips comments, which start at a word with a leading `#`.
/// Returns `None` if a quote is unclosed or the line ends with a backslash.
pub fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.chars().peekable();
    loop {
        while characters
            .next_if(|character| is_blank(*character))
            .is_some()
        {}
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
            // The following values need two pairs of quotes.
            ("it's $5", "\"it's \"'$5'"),
            ("'$'", "\"'\"'$'\"'\""),
            ("a b^c", "'a b''^c'"),
            ("^'", "'^'\"'\""),
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
