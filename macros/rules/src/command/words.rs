//! Splits command templates into words.

/// A piece of a command template.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// Literal text, including quotes.
    Text(&'a str),
    /// A placeholder. Its value is quoted when the command is rendered.
    Field(&'a str),
}

/// The reason why a template isn't a single command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A character with special meaning in shells.
    Syntax(char),
    /// A placeholder within quotes, whose value would be quoted twice.
    Quoted(String),
    /// An unclosed quote.
    Unbalanced(char),
}

/// A word of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    parts: Vec<WordPart>,
    quoted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum WordPart {
    /// Literal text, without quotes.
    Text(String),
    /// A placeholder.
    Field(String),
}

/// Characters with special meaning in shells.
///
/// A backslash could escape the quotes around a value. `#` starts a comment, so a newline in a
/// value would start another command.
const SYNTAX: &str = "|<>$`;&\\#()";

/// Characters of file name patterns. The shell replaces an unquoted pattern with file names, which
/// could be destructive words or flags.
const PATTERN: &str = "*?[";

/// Whether a character isn't allowed in a template, even within quotes.
fn is_syntax(character: char) -> bool {
    SYNTAX.contains(character) || character.is_control()
}

/// Splits a template into words.
///
/// # Errors
///
/// Returns an error if the template contains shell syntax other than quotes, such as an operator or
/// an unquoted file name pattern, or if a quote is unclosed.
#[inline]
pub fn words(pieces: &[Piece<'_>]) -> Result<Vec<Word>, Problem> {
    let mut words = Words::default();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(text) => {
                let is_last = at + 1 == pieces.len();
                words.read_text(text, is_last)?;
            }
            Piece::Field(name) => words.read_field(name)?,
        }
    }
    match words.quote {
        Some(open) => Err(Problem::Unbalanced(open)),
        None => Ok(words.done),
    }
}

/// Whether an exclamation mark outside of single quotes is literal, depending on the text after it.
/// Otherwise, an interactive shell replaces it and the text by a command from the history.
fn is_literal_exclamation(rest: &str, is_last: bool) -> bool {
    match rest.chars().next() {
        Some(next) => matches!(next, ' ' | '='),
        None => is_last,
    }
}

/// The words read so far, and the parser state.
#[derive(Default)]
struct Words {
    done: Vec<Word>,
    in_word: bool,
    quote: Option<char>,
}

impl Words {
    fn read_text(&mut self, text: &str, is_last: bool) -> Result<(), Problem> {
        if let Some(bad) = text.chars().find(|character| is_syntax(*character)) {
            return Err(Problem::Syntax(bad));
        }
        for (at, character) in text.char_indices() {
            let rest = &text[at + character.len_utf8()..];
            let is_event = character == '!'
                && self.quote != Some('\'')
                && !is_literal_exclamation(rest, is_last);
            if is_event || self.is_special(character) {
                return Err(Problem::Syntax(character));
            }
            self.read(character);
        }
        Ok(())
    }

    /// Whether a character isn't allowed at this position because a shell could interpret it.
    fn is_special(&self, character: char) -> bool {
        if self.quote.is_some() {
            return false;
        }
        // In some locales, shells split words at spaces other than the ASCII one.
        let is_other_space = character.is_whitespace() && character != ' ';
        // At the start of a line, `^a^b` repeats the last command with a replacement.
        let is_substitution = character == '^' && self.done.is_empty();
        PATTERN.contains(character) || is_other_space || is_substitution
    }

    fn read(&mut self, character: char) {
        let is_quote = matches!(character, '\'' | '"');
        if self.quote == Some(character) {
            self.quote = None;
        } else if self.quote.is_some() {
            self.word().push(character);
        } else if is_quote {
            self.word().quoted = true;
            self.quote = Some(character);
        } else if character == ' ' {
            self.in_word = false;
        } else {
            self.word().push(character);
        }
    }

    fn read_field(&mut self, name: &str) -> Result<(), Problem> {
        if self.quote.is_some() {
            return Err(Problem::Quoted(name.to_owned()));
        }
        let word = self.word();
        if let Some(bad) = word.expanded_by_a_value() {
            return Err(Problem::Syntax(bad));
        }
        word.parts.push(WordPart::Field(name.to_owned()));
        Ok(())
    }

    /// Returns the current word. After whitespace, starts a new word.
    fn word(&mut self) -> &mut Word {
        if !self.in_word {
            self.done.push(Word::default());
            self.in_word = true;
        }
        let last = self.done.len() - 1;
        &mut self.done[last]
    }
}

impl Word {
    fn push(&mut self, character: char) {
        if let Some(WordPart::Text(text)) = self.parts.last_mut() {
            text.push(character);
        } else {
            self.parts.push(WordPart::Text(character.to_string()));
        }
    }

    /// Returns the character that makes a shell expand the word if a value follows: `~` takes the
    /// name of a user, and in zsh, `=` takes the name of a command.
    fn expanded_by_a_value(&self) -> Option<char> {
        let [WordPart::Text(text)] = self.parts.as_slice() else {
            return None;
        };
        if self.quoted {
            return None;
        }
        if text.starts_with('=') {
            return Some('=');
        }
        // A tilde is also expanded after `=` or `:`, as in `PATH=~eve/bin:~adam/bin`.
        let last_path = text.rsplit(['=', ':']).next().unwrap_or_default();
        let is_user = last_path.starts_with('~') && !last_path.contains('/');
        is_user.then_some('~')
    }

    /// Returns the literal text of the word, without placeholders.
    #[inline]
    pub fn literal(&self) -> String {
        let texts = self.parts.iter().map(|part| match part {
            WordPart::Text(text) => text.as_str(),
            WordPart::Field(_) => "",
        });
        texts.collect()
    }

    /// Returns the names of the placeholders in the word.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            WordPart::Text(_) => None,
            WordPart::Field(name) => Some(name.as_str()),
        })
    }

    /// Whether only placeholders precede this placeholder in the word.
    pub(super) fn begins_with(&self, field: &str) -> bool {
        let mut parts = self
            .parts
            .iter()
            .take_while(|part| matches!(part, WordPart::Field(_)));
        parts.any(|part| matches!(part, WordPart::Field(name) if name == field))
    }

    /// Returns the placeholder whose value would become part of a flag's name, as in `--{x}`.
    #[cfg(feature = "refused")]
    pub(super) fn field_in_flag(&self) -> Option<&str> {
        let [WordPart::Text(text), WordPart::Field(name), ..] = self.parts.as_slice() else {
            return None;
        };
        let is_flag = text == "-" || (text.starts_with("--") && !text.contains(['=', ':']));
        is_flag.then_some(name)
    }

    /// Whether the word consists of exactly the given literal text.
    #[inline]
    pub fn is(&self, text: &str) -> bool {
        self.fields().next().is_none() && self.literal() == text
    }

    /// Whether the word is one of the words in a list.
    #[cfg(feature = "refused")]
    pub(super) fn is_in(&self, list: &str) -> bool {
        self.fields().next().is_none() && has(list, &self.literal())
    }

    /// Whether any part of the word is quoted.
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }

    /// Whether the word is a variable assignment, such as `NAME=value` or `NAME+=value`.
    #[inline]
    pub fn is_assignment(&self) -> bool {
        let Some(WordPart::Text(text)) = self.parts.first() else {
            return false;
        };
        let Some((before_equals, _)) = text.split_once('=') else {
            return false;
        };
        let name = before_equals.strip_suffix('+').unwrap_or(before_equals);
        !self.quoted
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

/// Whether a list of words separated by spaces contains a word.
#[cfg(feature = "refused")]
pub(super) fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|listed| listed == name)
}

/// Skips a wrapper's options and numeric arguments, such as the duration in `timeout 5 tool`.
/// `with_value` contains the letters of the short options that take a value, followed by the long
/// ones.
#[cfg(feature = "refused")]
pub(super) fn behind_options<'a>(words: &'a [Word], with_value: &str) -> &'a [Word] {
    let mut left = words;
    while let Some((first, rest)) = left.split_first() {
        let literal = first.literal();
        if literal == "--" {
            return rest;
        }
        let is_fixed = first.fields().next().is_none();
        let is_number = is_fixed && literal.starts_with(|c: char| c.is_ascii_digit());
        if !literal.starts_with('-') && !is_number {
            break;
        }
        left = rest;
        // In `-u{user}`, the field is the value.
        if is_fixed
            && takes_value(&literal, with_value)
            && let Some((_, behind_value)) = rest.split_first()
        {
            left = behind_value;
        }
    }
    left
}

/// Whether a wrapper's option takes the next word as its value.
#[cfg(feature = "refused")]
fn takes_value(option: &str, with_value: &str) -> bool {
    let (letters, names) = with_value.split_once(' ').unwrap_or((with_value, ""));
    let is_listed_letter = option
        .strip_prefix('-')
        .is_some_and(|letter| letter.len() == 1 && letters.contains(letter));
    is_listed_letter || has(names, option)
}

#[cfg(all(test, feature = "refused"))]
mod tests {
    use super::super::refused::tests::pieces;
    use super::{Problem, words};

    #[test]
    fn a_word_that_a_shell_expands_with_a_value_is_refused() {
        for (template, problem) in [
            ("a ~eve{x}", Problem::Syntax('~')),
            ("HOME=~{x} a", Problem::Syntax('~')),
            ("a ={x}", Problem::Syntax('=')),
        ] {
            assert_eq!(words(&pieces(template)), Err(problem), "{template}");
        }
        assert!(words(&pieces("tool ~/{y} a~{y} '~'{y}")).is_ok());
    }

    #[test]
    fn an_event_of_the_history_is_refused() {
        for template in [
            "tool !{x}",
            "tool a!{x}",
            "tool !!",
            "tool \"a!\"",
            "tool \"a!b\" {x}",
            "tool 'a'!-1",
        ] {
            assert_eq!(
                words(&pieces(template)),
                Err(Problem::Syntax('!')),
                "{template}"
            );
        }
        assert_eq!(words(&pieces("^a^{x}")), Err(Problem::Syntax('^')));
        for template in [
            "find . ! -name {x}",
            "tool done! --to={x}",
            "tool '!'{x} 'a!b'",
            "tool a!={x}",
            "tool done!",
            "tool ^{x}",
        ] {
            assert!(words(&pieces(template)).is_ok(), "{template}");
        }
    }

    #[test]
    fn only_ascii_spaces_separate_words() {
        for space in ['\u{a0}', '\u{2003}', '\u{3000}'] {
            let template = format!("tool --{space}{{x}}");
            assert_eq!(words(&pieces(&template)), Err(Problem::Syntax(space)));
            assert!(words(&pieces(&format!("tool 'a{space}b'"))).is_ok());
        }
    }
}
