//! Standard output, in few large pieces.

use std::io::{self, Write};

/// Collects what was converted.
#[derive(Default)]
pub(crate) struct Output {
    waiting: String,
}

impl Output {
    /// A larger buffer is written at once.
    const ENOUGH: usize = 64 * 1024;

    /// Adds a text that ends with a line break.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        self.waiting.push_str(text);
        if self.waiting.len() < Self::ENOUGH { Ok(()) } else { self.send() }
    }

    /// Writes the whole buffer. It has complete lines only, so the standard library keeps nothing back that a failure
    /// could write twice.
    ///
    /// # Errors
    ///
    /// Those of the operating system.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() { Ok(()) } else { io::stdout().lock().write_all(waiting.as_bytes()) }
    }
}
