//! Standard output, in few large pieces.

use std::io::{self, Write};

/// Collects what was converted.
#[derive(Default)]
pub(crate) struct Output {
    waiting: String,
}

impl Output {
    /// More than this does not wait.
    const ENOUGH: usize = 64 * 1024;

    /// Adds a text that ends with a line break.
    ///
    /// # Errors
    ///
    /// What the operating system answers.
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        self.waiting.push_str(text);
        if self.waiting.len() < Self::ENOUGH { Ok(()) } else { self.send() }
    }

    /// Hands on all that waits: whole lines, of which the standard library keeps nothing back that a
    /// failure could leave to be written a second time.
    ///
    /// # Errors
    ///
    /// What the operating system answers.
    pub(crate) fn send(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() { Ok(()) } else { io::stdout().lock().write_all(waiting.as_bytes()) }
    }
}
