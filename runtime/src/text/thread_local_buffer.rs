//! A thread-local buffer. Errors are rendered into the buffer, and then written with a single call.

use std::cell::Cell;

thread_local! {
    static KEPT: Cell<String> = const { Cell::new(String::new()) };
}

/// The maximum capacity of a buffer that's kept for reuse.
const LARGEST_KEPT: usize = 16 * 1024;

/// Calls `write` with the thread's empty buffer, and keeps the buffer's allocation for the next call.
///
/// If an error's `Display` renders another error, the nested call gets a new buffer.
pub(crate) fn with_buffer<T>(write: impl FnOnce(&mut String) -> T) -> T {
    // During thread shutdown, the thread-local may already be destroyed. If so, uses a new buffer.
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
