//! Generates hostile strings and values.

use super::{Node, Pieces};

/// Generates pseudorandom numbers with xorshift64. The numbers are the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // Vary the magnitude.
        self.0 >> (self.0 % 61)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.number() ^ (self.0 >> 32)).unwrap_or_default() % end
    }

    pub(super) fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    pub(super) fn text(&mut self) -> String {
        const PIECES: [&str; 34] = [
            "\"",
            "\\",
            "\\u0000",
            "\n",
            "\t",
            "\r",
            "\u{8}",
            "\u{c}",
            "\0",
            "\u{1b}",
            "\u{1b}[31m",
            "\u{1b}]",
            "\u{1b}]0;t\u{7}",
            "\u{1b}P",
            "\u{1b}\\",
            "\u{7}",
            "\u{7f}",
            "\u{80}",
            "\u{90}",
            "\u{9b}",
            "\u{9c}",
            "\u{9d}",
            "\u{a0}",
            "«",
            "é",
            "\u{2028}",
            "\u{fffe}",
            "\u{feff}",
            "\u{202e}",
            "🦀",
            "{",
            ",\"a\":",
            "}]",
            "/",
        ];
        let mut text = String::new();
        for _ in 0..self.below(7) {
            match self.below(4) {
                0 => text.extend(std::iter::repeat_n('x', self.below(20))),
                1 => text.extend(u32::try_from(self.below(0x11_0000)).ok().and_then(char::from_u32)),
                _ => text.push_str(PIECES[self.below(PIECES.len())]),
            }
        }
        text
    }

    pub(super) fn pieces(&mut self) -> Pieces {
        Pieces((0..self.below(4)).map(|_| self.text()).collect())
    }

    pub(super) fn node(&mut self, depth: usize) -> Node {
        match self.below(if depth == 0 { 7 } else { 10 }) {
            0 => Node::Null,
            1 => Node::Bool(self.chance()),
            2 => Node::Unsigned(self.number()),
            3 => Node::Signed(self.number().cast_signed().wrapping_neg()),
            4 => {
                Node::Float(Some(f64::from_bits(self.number().reverse_bits())).filter(|f| f.is_finite()).unwrap_or(0.5))
            }
            5 => Node::Text(self.text()),
            6 => Node::List(vec![Node::Wide(u128::from(self.number()) << self.below(65))]),
            7 => Node::List((0..self.below(4)).map(|_| self.node(depth - 1)).collect()),
            _ => Node::Object(
                (0..self.below(4)).map(|place| (format!("{place}{}", self.text()), self.node(depth - 1))).collect(),
            ),
        }
    }
}
