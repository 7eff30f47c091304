//! Searches for bytes that need sanitizing or escaping.

use std::ops::Range;

/// Packs one to eight bytes into a const argument for [`has_special`].
pub(crate) const fn any_of(bytes: &[u8]) -> u64 {
    let mut packed = [bytes[0]; 8];
    let mut at = 0;
    while at < bytes.len() {
        packed[at] = bytes[at];
        at += 1;
    }
    u64::from_ne_bytes(packed)
}

/// Whether a string in a document may need sanitizing or escaping.
///
/// Searches for C0 control characters, DEL, the lead byte of C1 control characters in UTF-8, and the format's own
/// special bytes in `OTHERS`. Newlines and tabs count too.
pub(crate) fn has_special<const OTHERS: u64>(document: &str, text: Range<usize>) -> bool {
    let after = &document.as_bytes()[text.start..];
    let part = &after[..text.len()];
    let mut found = [0; WIDTH];
    if let Some(last) = part.last_chunk() {
        for chunk in part.as_chunks().0 {
            find_special::<OTHERS>(chunk, &mut found);
        }
        // The last two chunks may overlap.
        find_special::<OTHERS>(last, &mut found);
    } else if let Some(chunk) = after.first_chunk() {
        find_special::<OTHERS>(chunk, &mut found);
        let counted = COUNTED[WIDTH - part.len()..].iter();
        for (found, counted) in found.iter_mut().zip(counted) {
            *found &= counted;
        }
    } else {
        let mut padded = [b'a'; WIDTH];
        padded[..part.len()].copy_from_slice(part);
        find_special::<OTHERS>(&padded, &mut found);
    }
    found != [0; WIDTH]
}

/// The width of a SIMD register in bytes, on all common targets.
const WIDTH: usize = 16;

/// A mask for short strings: `COUNTED[WIDTH - n..]` starts with `n` ones, followed by zeros.
const COUNTED: [u8; 2 * WIDTH] = {
    let mut counted = [0; 2 * WIDTH];
    let mut at = 0;
    while at < WIDTH {
        counted[at] = 1;
        at += 1;
    }
    counted
};

/// Sets a byte in `found` for each special byte in a chunk.
///
/// The compiler vectorizes this loop, because each byte has its own result and `OTHERS` is constant. If the function
/// were inlined or returned its results, some profiles would compile it to hundreds of instructions.
#[inline(never)]
fn find_special<const OTHERS: u64>(chunk: &[u8; WIDTH], found: &mut [u8; WIDTH]) {
    for (found, byte) in found.iter_mut().zip(chunk) {
        let control = u8::from(*byte < 0x20) | u8::from(*byte == 0x7f) | u8::from(*byte == 0xc2);
        *found |= OTHERS.to_ne_bytes().iter().fold(control, |found, other| found | u8::from(byte == other));
    }
}

/// Returns a mask in which the highest bit of each byte that equals `byte` is set. The first byte is the least
/// significant. Only the lowest set bit is certain: higher ones may be false positives.
pub(crate) const fn equal_bytes(word: [u8; 8], byte: u8) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let differs = u64::from_le_bytes(word) ^ (ONES * byte as u64);
    differs.wrapping_sub(ONES) & !differs & (ONES << 7)
}

#[cfg(test)]
mod tests {
    use super::{any_of, has_special};

    #[test]
    fn special_bytes_are_found_wherever_they_are() {
        const QUOTE: u64 = any_of(b"\"");
        for length in 0..40 {
            assert!(!has_special::<QUOTE>(&"~".repeat(length), 0..length));
            for at in 0..=length {
                for special in ["\"", "\0", "\x1f", "\x7f", "\u{80}"] {
                    let text = format!("{}{special}{}", "a".repeat(at), "~".repeat(length - at));
                    assert!(has_special::<QUOTE>(&text, 0..text.len()), "{text:?}");
                }
            }
        }
    }
}
