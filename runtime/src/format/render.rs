//! Dispatches a renderer to the writer of its format.

use super::renderer::Renderer;
use super::{Format, brief, envelope, flat, human, nested, problem, tagged, xml};
use crate::error::coded::AgentError;
use crate::text::thread_local_buffer::with_buffer;
use std::io::{self, Write};

impl Renderer<'_> {
    /// Renders an error as a string. Only `Human` ends with a newline.
    pub fn render(&self, error: &dyn AgentError) -> String {
        // Large enough for most errors.
        let mut text = String::with_capacity(512);
        self.render_into(error, &mut text);
        text
    }

    /// Writes an error with a single call to `write_all`. Renders into a thread-local buffer.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer fails.
    pub fn write<W: Write + ?Sized>(&self, error: &dyn AgentError, writer: &mut W) -> io::Result<()> {
        with_buffer(|text| {
            self.render_into(error, text);
            writer.write_all(text.as_bytes())
        })
    }

    /// Appends an error to a string. If you clear and reuse the string, later errors need no allocation.
    pub fn render_into(&self, error: &dyn AgentError, text: &mut String) {
        match self.format() {
            Format::Human => human::render(self, error, text),
            Format::Envelope => envelope::render(self, error, text),
            Format::Nested => nested::render(self, error, text),
            Format::Flat => flat::render(self, error, text),
            Format::Xml => xml::render(self, error, text),
            Format::Tagged => tagged::render(self, error, text),
            Format::Problem => problem::render(self, error, text),
            Format::Brief => brief::render(self, error, text),
        }
    }
}
