//! The buffer in which an error is written, so that it goes out in one `write`.

use std::cell::Cell;

thread_local! {
    static KEPT: Cell<String> = const { Cell::new(String::new()) };
}

/// A larger buffer is not kept for the next text.
const LARGEST_KEPT: usize = 16 * 1024;

/// Lends the thread's buffer, which is empty; after the first text it needs no allocation.
///
/// An error whose `Display` renders another error gets a second, empty buffer.
pub(crate) fn with_buffer<T>(write: impl FnOnce(&mut String) -> T) -> T {
    // When the thread's data is already destroyed, a new buffer is used.
    let mut buffer = KEPT.try_with(Cell::take).unwrap_or_default();
    let written = write(&mut buffer);
    if buffer.capacity() <= LARGEST_KEPT {
        buffer.clear();
        let _ = KEPT.try_with(|kept| kept.set(buffer));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{LARGEST_KEPT, with_buffer};

    #[test]
    fn every_text_finds_an_empty_buffer() {
        let capacity = with_buffer(|buffer| {
            buffer.push_str("outer");
            assert_eq!(with_buffer(|inner| std::mem::replace(inner, "inner".to_owned())), "");
            assert_eq!(buffer, "outer");
            buffer.capacity()
        });
        assert_eq!(with_buffer(|buffer| (buffer.len(), buffer.capacity())), (0, capacity));
        with_buffer(|buffer| buffer.reserve(2 * LARGEST_KEPT));
        assert!(with_buffer(|buffer| buffer.capacity()) <= LARGEST_KEPT);
    }
}
