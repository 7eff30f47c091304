//! Detects values that a program could mistake for a flag.

use super::words::{Piece, is_syntax};

/// Whether a program could parse the value of a placeholder as a flag.
///
/// A value is safe if it follows literal text in the same word, or if it's an operand after `--`. Text from other
/// placeholders isn't enough, because their values may be empty. Between `--` and the operand, there may only be
/// placeholders. A literal word in between could be the name of another program, as in `sudo -- tool {field}`.
///
/// Also returns `true` if the pieces aren't a single command. This function doesn't allocate, because it's called
/// whenever a program renders a command.
pub fn may_be_flag<'a>(pieces: impl IntoIterator<Item = Piece<'a>>, field: &str) -> bool {
    let mut command = Reader::default();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                if text.contains(is_syntax) {
                    return true;
                }
                for character in text.chars() {
                    command.read(character);
                }
            }
            Piece::Field(name) => {
                let begins = command.word.text == Text::None && !command.has_operands;
                if command.quote.is_some() || (begins && name == field) {
                    return true;
                }
                command.word.is_begun = true;
                command.word.has_value = true;
            }
        }
    }
    command.quote.is_some()
}

/// Parser state.
#[derive(Default)]
struct Reader {
    word: Word,
    quote: Option<char>,
    /// Whether all words since the last `--` contain placeholders. The next word is then an operand.
    has_operands: bool,
}

#[derive(Default)]
struct Word {
    is_begun: bool,
    has_value: bool,
    text: Text,
}

/// The kind of literal text in a word, ignoring quotes and placeholders.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Text {
    #[default]
    None,
    Dash,
    TwoDashes,
    Other,
}

impl Reader {
    fn read(&mut self, character: char) {
        match self.quote {
            Some(open) if open == character => self.quote = None,
            None if matches!(character, '\'' | '"') => {
                self.word.is_begun = true;
                self.quote = Some(character);
            }
            None if character.is_whitespace() => self.end_word(),
            Some(_) | None => {
                self.word.is_begun = true;
                self.word.text = match (self.word.text, character) {
                    (Text::None, '-') => Text::Dash,
                    (Text::Dash, '-') => Text::TwoDashes,
                    _ => Text::Other,
                };
            }
        }
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_begun {
            self.has_operands = match word.has_value {
                true => self.has_operands,
                false => word.text == Text::TwoDashes,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::pieces;
    use super::may_be_flag;

    #[test]
    fn a_value_that_begins_a_word_may_be_a_flag() {
        for template in [
            "tool {a}",
            "tool ''{a}",
            "tool \"\"{a}",
            "tool {b}{a}",
            "sudo -- tool {a}",
            "tool -- fixed {a}",
            "tool '--' {b} x {a}",
        ] {
            assert!(may_be_flag(pieces(template), "a"), "{template}");
        }
        for template in [
            "tool --x={a}",
            "tool 'x'{a}",
            "tool -- {a}",
            "tool '-'- {b}  {a}",
            "tool -- {b} {a}",
            "tool -- {b}{a}",
            "tool x{b}{a}",
        ] {
            assert!(!may_be_flag(pieces(template), "a"), "{template}");
        }
    }

    #[test]
    fn what_is_not_a_command_may_be_anything() {
        for text in ["x={b}; y", "x='{b}'", "x={b} 'y", "x={b}\ny"] {
            assert!(may_be_flag(pieces(text), "a"), "{text}");
        }
        assert!(!may_be_flag(pieces("x={b} y"), "a"));
    }
}
