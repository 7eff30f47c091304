//! The search for bytes that a format cannot show as they are.

use std::ops::Range;

/// Some bytes, one to eight, as an argument of [`has_special`].
pub(crate) const fn any_of(bytes: &[u8]) -> u64 {
    let mut packed = [bytes[0]; 8];
    let mut at = 0;
    while at < bytes.len() {
        packed[at] = bytes[at];
        at += 1;
    }
    u64::from_ne_bytes(packed)
}

/// Whether a text has bytes that may begin a control character or something to escape: C0, DEL, the lead byte of C1 in
/// UTF-8, and those of the format. A newline or a tab counts.
pub(crate) fn has_special<const OTHERS: u64>(text: &str) -> bool {
    has_special_in::<OTHERS>(text, 0..text.len())
}

/// The same for a part of a text. What follows it in the text may belong to something else.
pub(crate) fn has_special_in<const OTHERS: u64>(text: &str, part: Range<usize>) -> bool {
    let mut rest = &text.as_bytes()[part.start..];
    let mut left = part.len();
    while left > 0 {
        let counted = COUNTED[WIDTH - left.min(WIDTH)..].first_chunk();
        let mut found = *counted.unwrap_or(&[1; WIDTH]);
        match rest.split_first_chunk() {
            Some((chunk, after)) => {
                rest = after;
                keep_special::<OTHERS>(chunk, &mut found);
            }
            None => {
                let mut padded = [0; WIDTH];
                padded[..left].copy_from_slice(&rest[..left]);
                keep_special::<OTHERS>(&padded, &mut found);
            }
        }
        if found != [0; WIDTH] {
            return true;
        }
        left = left.saturating_sub(WIDTH);
    }
    false
}

/// The bytes of a vector of any processor.
const WIDTH: usize = 16;

/// 1 for as many bytes as count in a chunk, beginning at the difference to its width.
const COUNTED: [u8; 2 * WIDTH] = {
    let mut counted = [0; 2 * WIDTH];
    let mut at = 0;
    while at < WIDTH {
        counted[at] = 1;
        at += 1;
    }
    counted
};

/// Clears the places of bytes that are not special.
///
/// The compiler makes vectors of this loop, since each byte has its own result and the bytes of the format are known.
/// Inlined or without the reference to the results, it makes hundreds of instructions, depending on the profile.
#[inline(never)]
fn keep_special<const OTHERS: u64>(chunk: &[u8; WIDTH], found: &mut [u8; WIDTH]) {
    for (found, byte) in found.iter_mut().zip(chunk) {
        let control = u8::from(*byte < 0x20) | u8::from(*byte == 0x7f) | u8::from(*byte == 0xc2);
        *found &= OTHERS.to_ne_bytes().iter().fold(control, |found, other| found | u8::from(byte == other));
    }
}

#[cfg(test)]
mod tests {
    use super::{any_of, has_special};

    #[test]
    fn special_bytes_are_found_wherever_they_are() {
        const QUOTE: u64 = any_of(b"\"");
        for length in 0..40 {
            assert!(!has_special::<QUOTE>(&"~".repeat(length)));
            for at in 0..=length {
                for special in ["\"", "\0", "\x1f", "\x7f", "\u{80}"] {
                    let text = format!("{}{special}{}", "a".repeat(at), "~".repeat(length - at));
                    assert!(has_special::<QUOTE>(&text), "{text:?}");
                }
            }
        }
    }
}
