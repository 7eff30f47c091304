//! Wraps text for a terminal.

use super::INDENT;
use textwrap::WordSeparator;
use textwrap::core::{Fragment, Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

/// Wraps a line for a terminal with `width` columns. The first line starts in column `first`, the others in column
/// `later`.
pub(super) fn wrapped(line: &str, width: usize, first: usize, later: usize) -> Vec<String> {
    const NARROWEST: usize = 30;
    let room = |column: usize| width.max(INDENT + NARROWEST).saturating_sub(column);
    let columns = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let (first_room, later_room) = (columns(room(first)), columns(room(later).max(NARROWEST)));
    let joined = join_commands(&expanded(line, first));
    let words: Vec<Word<'_>> = words(&joined).collect();
    // If the first word doesn't fit on the first line, leave that line empty.
    let fits = later_room <= first_room || words.first().is_none_or(|word| word.width() <= first_room);
    let mut lines = if fits { Vec::new() } else { vec![String::new()] };
    let rooms = [first_room, later_room];
    for group in wrap_first_fit(&words, if fits { &rooms } else { &rooms[1..] }) {
        let text: String = group.iter().flat_map(|word| [word.word, word.whitespace]).collect();
        lines.push(text.trim_end().replace(JOINED, " "));
    }
    lines
}

/// Splits text into words at spaces, and between two wide characters.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    WordSeparator::AsciiSpace.find_words(text).flat_map(|word| {
        let cuts = cuts(word.word);
        let last = cuts.len() - 2;
        let pieces: Vec<Word<'_>> = cuts
            .windows(2)
            .enumerate()
            .map(|(index, cut)| {
                let piece = Word::from(&word.word[cut[0]..cut[1]]);
                if index == last { Word { whitespace: word.whitespace, ..piece } } else { piece }
            })
            .collect();
        pieces
    })
}

/// Returns the offsets at which a word may be split, including its start and end.
fn cuts(word: &str) -> Vec<usize> {
    // Commands stay whole, so that people can copy them.
    if word.contains('`') {
        return vec![0, word.len()];
    }
    let is_wide = |c: char| display_width(c.encode_utf8(&mut [0; 4])) == 2;
    let pairs = word.char_indices().zip(word.char_indices().skip(1));
    let between = pairs.filter(|((_, a), (_, b))| is_wide(*a) && is_wide(*b) && b.is_alphanumeric());
    let between = between.map(|(_, (at, _))| at);
    std::iter::once(0).chain(between).chain([word.len()]).collect()
}

/// Expands tabs to spaces. Tab stops are 8 columns apart.
fn expanded(line: &str, start: usize) -> String {
    let (mut text, mut column) = (String::new(), start);
    for (index, piece) in line.split('\t').enumerate() {
        if index > 0 {
            let spaces = 8 - column % 8;
            text.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        }
        text.push_str(piece);
        column += display_width(piece);
    }
    text
}

/// Replaces a space at which a line must not break. This private-use character is one column wide and doesn't occur in
/// ordinary text.
const JOINED: char = '\u{f0000}';

/// Replaces the spaces in backticks with [`JOINED`]. Commands then stay on one line, so that people can copy them.
fn join_commands(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let closed = parts.len() - 1;
    let joined = parts.iter().enumerate().map(|(index, part)| match index % 2 == 1 && index < closed {
        true => part.replace(' ', &JOINED.to_string()),
        false => (*part).to_owned(),
    });
    joined.collect::<Vec<_>>().join("`")
}
