//! Detects values that a program could mistake for a flag.

use super::words::{Piece, words};

/// Whether a program could parse the value of a placeholder as a flag.
///
/// A value is safe if it follows literal text in the same word, or if it's an operand after `--`. Text from other
/// placeholders isn't enough, because their values may be empty. Between `--` and the operand, there may only be
/// placeholders. A literal word in between could be the name of another program, as in `sudo -- tool {field}`.
///
/// Also returns `true` if the pieces don't form a single command.
pub fn may_be_flag<'a>(pieces: impl IntoIterator<Item = Piece<'a>>, field: &str) -> bool {
    let pieces: Vec<Piece<'_>> = pieces.into_iter().collect();
    let Ok(words) = words(&pieces) else { return true };
    // Whether all words since the last `--` contain placeholders. The next word is then an operand.
    let mut has_operands = false;
    words.iter().any(|word| {
        let may_be_flag = !has_operands && word.begins_with(field);
        if word.fields().next().is_none() {
            has_operands = word.is("--");
        }
        may_be_flag
    })
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
