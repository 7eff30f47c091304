//! The buffer that all formats write to: an envelope goes out in one `write`.

use std::io;

const ON_THE_STACK: usize = 1024;

/// Bytes on the stack, on the heap once they are many. Writing to it never fails.
pub(crate) struct Buffer {
    stack: [u8; ON_THE_STACK],
    used: usize,
    heap: Vec<u8>,
}

impl Buffer {
    pub(crate) const fn new() -> Self {
        Self { stack: [0; ON_THE_STACK], used: 0, heap: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        match self.stack.get_mut(self.used..).and_then(|free| free.get_mut(..bytes.len())) {
            Some(free) => {
                free.copy_from_slice(bytes);
                self.used += bytes.len();
            }
            None => self.spill(bytes),
        }
    }

    #[cold]
    #[inline(never)]
    fn spill(&mut self, bytes: &[u8]) {
        if self.heap.is_empty() {
            self.heap.reserve(2 * (self.used + bytes.len()));
            self.heap.extend_from_slice(&self.stack[..self.used]);
            self.used = ON_THE_STACK;
        }
        self.heap.extend_from_slice(bytes);
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    pub(crate) fn clear(&mut self) {
        self.used = 0;
        self.heap.clear();
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        if self.heap.is_empty() { &self.stack[..self.used] } else { &self.heap }
    }

    pub(crate) fn into_string(self) -> String {
        let bytes = if self.heap.is_empty() { self.stack[..self.used].to_vec() } else { self.heap };
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

impl io::Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Write for Buffer {
    #[inline]
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, ON_THE_STACK};

    #[test]
    fn what_is_pushed_comes_out_wherever_it_was_kept() {
        for size in [0, 1, ON_THE_STACK, ON_THE_STACK + 1, 5 * ON_THE_STACK] {
            let text = "ab".repeat(size);
            let mut buffer = Buffer::new();
            text.as_bytes().chunks(700).for_each(|chunk| buffer.push(chunk));
            assert_eq!(buffer.as_bytes(), text.as_bytes());
            assert_eq!(buffer.into_string(), text);
        }
    }
}
