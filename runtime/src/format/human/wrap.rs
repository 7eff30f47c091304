//! Wraps text for a terminal.

use super::INDENT;
use textwrap::core::display_width;

/// Wraps a line for a terminal with `width` columns. The first line starts in column `first`, the others in column
/// `later`.
pub(super) fn wrapped(line: &str, width: usize, first: usize, later: usize) -> Vec<String> {
    const NARROWEST: usize = 30;
    let room_after = |column: usize| width.max(INDENT + NARROWEST).saturating_sub(column);
    let (mut room, later_room) = (room_after(first), room_after(later).max(NARROWEST));
    let (mut lines, mut line_so_far, mut used) = (Vec::new(), String::new(), 0);
    for piece in join_commands(&expanded(line, first)).split_inclusive(' ').flat_map(pieces) {
        let columns = display_width(piece.trim_end_matches(' '));
        // If the first word doesn't fit on the first line, leave that line empty.
        let may_break = !line_so_far.is_empty() || room < later_room;
        if may_break && columns > 0 && used + columns > room {
            lines.push(std::mem::take(&mut line_so_far));
            (room, used) = (later_room, 0);
        }
        line_so_far.push_str(piece);
        used += display_width(piece);
    }
    lines.push(line_so_far);
    lines.into_iter().map(|line| line.trim_end().replace(JOINED, " ")).collect()
}

/// Splits a word between wide characters. Commands stay whole, so that people can copy them.
fn pieces(word: &str) -> Vec<&str> {
    let is_wide = |c: char| display_width(c.encode_utf8(&mut [0; 4])) == 2;
    let (mut pieces, mut start) = (Vec::new(), 0);
    let pairs = word.char_indices().zip(word.char_indices().skip(1)).filter(|_| !word.contains('`'));
    for (_, (at, _)) in pairs.filter(|((_, a), (_, b))| is_wide(*a) && is_wide(*b) && b.is_alphanumeric()) {
        pieces.push(&word[start..at]);
        start = at;
    }
    pieces.push(&word[start..]);
    pieces
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
