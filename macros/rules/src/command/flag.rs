//! Values of a command that could be read as flags.

use super::words::{Piece, is_syntax};

/// Whether the value of a field could be read as a flag anywhere in a command: it begins a word, or comes only after
/// other values, which may be empty, and is not an operand after `--`. Such a `--` may only be followed by values,
/// because it may end the options of one program before the name of the next, as in `sudo -- tool {field}`.
///
/// True as well for a text that is not the [words](super::words()) of one command. Programs ask this whenever they write
/// a command, so it needs no memory.
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

/// A command, read up to a character.
#[derive(Default)]
struct Reader {
    word: Word,
    quote: Option<char>,
    /// Whether the words before are `--` and values.
    has_operands: bool,
}

/// The word that is being read.
#[derive(Default)]
struct Word {
    is_begun: bool,
    has_value: bool,
    text: Text,
}

/// The text of a word, without quotes and values.
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
