//! Each format by its writer.

use super::renderer::Renderer;
use super::{Format, envelope, flat, human, nested, problem, tagged, xml};
use crate::error::agent_error::AgentError;
use crate::text::buffer::Buffer;
use std::io::{self, Write};

impl Renderer<'_> {
    /// The error as text, ending with a newline only in `Human`.
    pub fn render(&self, error: &dyn AgentError) -> String {
        let mut buffer = Buffer::new();
        self.render_into(error, &mut buffer);
        buffer.into_string()
    }

    /// Writes the error, in a single call of `write_all`, without allocating for a small one.
    ///
    /// # Errors
    ///
    /// What the writer answers.
    pub fn write<W: Write + ?Sized>(&self, error: &dyn AgentError, writer: &mut W) -> io::Result<()> {
        let mut buffer = Buffer::new();
        self.render_into(error, &mut buffer);
        writer.write_all(buffer.as_bytes())
    }

    pub(crate) fn render_into(&self, error: &dyn AgentError, buffer: &mut Buffer) {
        match self.format() {
            Format::Human => human::render(self, error, buffer),
            Format::Envelope => envelope::render(self, error, buffer),
            Format::Nested => nested::render(self, error, buffer),
            Format::Flat => flat::render(self, error, buffer),
            Format::Xml => xml::render(self, error, buffer),
            Format::Tagged => tagged::render(self, error, buffer),
            Format::Problem => problem::render(self, error, buffer),
        }
    }
}
