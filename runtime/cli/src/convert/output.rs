//! Buffered standard output.

use std::io::{self, Write};

/// A buffer of converted errors.
#[derive(Default)]
pub(crate) struct Output {
    waiting: String,
}

impl Output {
    /// The buffer size at which the output is flushed.
    const FLUSH_SIZE: usize = 64 * 1024;

    /// Adds a string that ends with a line break.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to standard output fails.
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        self.waiting.push_str(text);
        if self.waiting.len() < Self::FLUSH_SIZE { Ok(()) } else { self.send() }
    }

    /// Writes the buffer to standard output.
    ///
    /// The buffer only contains complete lines. The standard library would buffer an incomplete line, and might write
    /// it twice after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if writing to standard output fails.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() { Ok(()) } else { io::stdout().lock().write_all(waiting.as_bytes()) }
    }
}
