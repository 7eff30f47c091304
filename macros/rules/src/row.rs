//! The packed table rows that the derive generates and the runtime reads.

use crate::fnv::fnv1a;

/// The number of strings in a row.
pub const TEXTS: usize = 7;

/// The strings of a row, in the order in which they're concatenated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is documented on the getter of `ErrorDef` with the same name")]
pub enum RowText {
    Code,
    Variant,
    Summary,
    Message,
    Suggestion,
    DocsUrl,
    Description,
}

impl RowText {
    /// Returns the string's bit in [`Row::has`]. The code and the variant are always present, so their bits are reused
    /// for [`SHARED`] and [`MORE`]. For structs, the variant is empty.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Set if other types intentionally declare the same code.
pub const SHARED: u8 = 1;
/// Set if the rare facts include a string.
pub const MORE: u8 = 2;
/// Set if the call may succeed later. Not stored in the row.
pub const RETRYABLE: u8 = 1 << TEXTS;

/// The numeric part of a row. It's packed, because rustc type-checks every number of a large table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The [hash] of the code.
    pub hash: u16,
    /// The line of the code's declaration, relative to the type's declaration.
    pub line: u16,
    /// The end offset of each string, relative to the start of the first. Missing strings are empty.
    pub ends: [u16; TEXTS],
    /// The strings that are present, one [bit](RowText::bit) each, and [`SHARED`] and [`MORE`].
    pub has: u8,
    /// The index of the exit code in the type's list.
    pub exit: u16,
    /// The index of the fields in the type's list.
    pub fields: u16,
    /// Whether the row has enum values such as a severity.
    pub words: bool,
    /// Whether the row has rare facts.
    pub rare: bool,
}

/// The length of a packed row.
pub const NUMBERS: usize = 3;

impl Row {
    const WORDS: u16 = 1 << 8;
    const RARE: u16 = 1 << 9;

    /// Packs the row.
    pub const fn pack(&self) -> [u64; NUMBERS] {
        let ends = self.ends;
        let words = if self.words { Self::WORDS } else { 0 };
        let rare = if self.rare { Self::RARE } else { 0 };
        [
            joined([ends[0], ends[1], ends[2], ends[3]]),
            joined([ends[4], ends[5], ends[6], self.exit]),
            joined([self.hash, self.line, self.fields, rare | words | self.has as u16]),
        ]
    }

    /// Unpacks a row.
    pub const fn unpack([first, second, third]: [u64; NUMBERS]) -> Self {
        let [code, variant, summary, message] = parts(first);
        let [suggestion, docs_url, description, exit] = parts(second);
        let [hash, line, fields, has] = parts(third);
        Self {
            hash,
            line,
            ends: [code, variant, summary, message, suggestion, docs_url, description],
            has: has.to_le_bytes()[0],
            exit,
            fields,
            words: has & Self::WORDS != 0,
            rare: has & Self::RARE != 0,
        }
    }
}

/// Computes the hash of a code: FNV-1a, folded to 16 bits. Lookups compare hashes before they compare codes.
pub const fn hash(code: &str) -> u16 {
    let [first, second, third, last] = parts(fnv1a(code.as_bytes()));
    first ^ second ^ third ^ last
}

const fn joined([first, second, third, last]: [u16; 4]) -> u64 {
    (first as u64) << 48 | (second as u64) << 32 | (third as u64) << 16 | last as u64
}

#[allow(clippy::cast_possible_truncation, reason = "splits the number")]
const fn parts(number: u64) -> [u16; 4] {
    [(number >> 48) as u16, (number >> 32) as u16, (number >> 16) as u16, number as u16]
}

#[cfg(test)]
mod tests {
    use super::{Row, RowText, hash};

    #[test]
    fn a_packed_row_is_the_same_row() {
        let largest = Row {
            hash: u16::MAX,
            line: u16::MAX,
            ends: [u16::MAX; 7],
            has: u8::MAX,
            exit: u16::MAX,
            fields: u16::MAX,
            words: true,
            rare: true,
        };
        let each = Row {
            hash: 1 << 15,
            line: 2,
            ends: [3, 4, 5, 6, 7, 8, 9],
            has: RowText::Message.bit() | RowText::Description.bit(),
            exit: 10,
            fields: 11,
            words: true,
            rare: false,
        };
        for row in [Row::default(), largest, each, Row { words: false, rare: true, ..each }] {
            assert_eq!(Row::unpack(row.pack()), row);
        }
    }

    #[test]
    fn the_hash_is_folded_fnv1a() {
        assert_eq!(hash("a"), 0xaf63 ^ 0xdc4c ^ 0x8601 ^ 0xec8c);
    }
}
