//! The writer of each format.

use super::renderer::Renderer;
use super::{Format, brief, envelope, flat, human, nested, problem, tagged, xml};
use crate::error::coded::AgentError;
use crate::text::buffer::with_buffer;
use std::io::{self, Write};

impl Renderer<'_> {
    /// The error as text, ending with a newline only in `Human`.
    pub fn render(&self, error: &dyn AgentError) -> String {
        // Most errors need one allocation.
        let mut text = String::with_capacity(512);
        self.render_into(error, &mut text);
        text
    }

    /// Writes the error in a single call of `write_all`, from a buffer that the thread keeps.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write<W: Write + ?Sized>(&self, error: &dyn AgentError, writer: &mut W) -> io::Result<()> {
        with_buffer(|text| {
            self.render_into(error, text);
            writer.write_all(text.as_bytes())
        })
    }

    /// Appends the error to a text. A text that is cleared and reused needs no allocation after the first error.
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
