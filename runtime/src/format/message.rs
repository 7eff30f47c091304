//! The message of an error, which is never empty.

use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::sanitize::is_blank;
use std::fmt::{self, Display, Write};

/// Writes the message. If it is blank, writes the summary of the code instead, or the code if there is no summary.
pub(crate) struct Message<'a>(pub(crate) &'a dyn AgentError);

impl Message<'_> {
    /// Writes the summary. Returns whether there is one.
    fn summary(&self, f: &mut fmt::Formatter<'_>) -> Result<bool, fmt::Error> {
        let mut written = None;
        self.0.visit_text(Part::Summary, &mut |summary| {
            if !is_blank(&summary) {
                written = Some(f.write_fmt(summary));
            }
        });
        written.transpose().map(|written| written.is_some())
    }
}

impl Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = UnlessBlank { error: self.0, out: f, is_blank: None };
        write!(text, "{}", self.0)?;
        if text.is_blank == Some(false) {
            return Ok(());
        }
        match self.0.code() {
            _ if self.summary(f)? => Ok(()),
            code if is_blank(&format_args!("{code}")) => f.write_str("unknown error"),
            code => f.write_str(code),
        }
    }
}

/// Writes the message as [`Message`] does. If a record has neither message nor summary, writes the blank message, as
/// the original systems do.
pub(super) struct MessageOfRecord<'a>(pub(super) &'a dyn AgentError);

impl Display for MessageOfRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.def().is_none() && is_blank(&format_args!("{}", self.0)) {
            true if Message(self.0).summary(f)? => Ok(()),
            true => write!(f, "{}", self.0),
            false => Message(self.0).fmt(f),
        }
    }
}

/// Writes the message of an error unless all of it is blank.
struct UnlessBlank<'a, 'b> {
    error: &'a dyn AgentError,
    out: &'a mut fmt::Formatter<'b>,
    /// `None` until the first piece is written.
    is_blank: Option<bool>,
}

impl Write for UnlessBlank<'_, '_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let is_blank = *self.is_blank.get_or_insert_with(|| {
            // Few messages begin with a character that doesn't settle it.
            !piece.starts_with(char::is_alphanumeric) && is_blank(&format_args!("{}", self.error))
        });
        if is_blank { Ok(()) } else { self.out.write_str(piece) }
    }
}
