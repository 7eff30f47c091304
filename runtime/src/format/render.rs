//! Dispatches a renderer to the writer of its format.

use super::renderer::Renderer;
use super::{Format, brief, envelope, flat, human, nested, problem, tagged, xml};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::io::{self, Write};

impl Renderer<'_> {
    /// Renders an error as a string. Only `Human` ends with a newline.
    pub fn render(&self, error: &dyn AgentError) -> String {
        self.render_record(ErrorRecord::of(error))
    }

    /// Writes an error with a single call to `write_all`.
    ///
    /// # Errors
    ///
    /// Returns an error if the writer fails.
    pub fn write<W: Write + ?Sized>(&self, error: &dyn AgentError, writer: &mut W) -> io::Result<()> {
        writer.write_all(self.render(error).as_bytes())
    }

    pub(crate) fn render_record(&self, record: ErrorRecord) -> String {
        let record = record.clean(self.max_bytes());
        match self.format() {
            Format::Human => human::render(&record, self),
            Format::Envelope => envelope::render(&record, self),
            Format::Nested => nested::render(&record, self),
            Format::Flat => flat::render(&record, self),
            Format::Xml => xml::render(&record),
            Format::Tagged => tagged::render(&record),
            Format::Problem => problem::render(&record, self),
            Format::Brief => brief::render(&record),
        }
    }
}
