//! The message of an error, which is never empty.

use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::sanitize::is_blank;
use std::fmt::{self, Display, Write};

/// Writes the message. If it is blank, writes the summary of the code instead, or the code if there is no summary.
pub(crate) struct Message<'a>(pub(crate) &'a dyn AgentError);

impl Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = UnlessBlank { error: self.0, out: f, is_blank: None };
        write!(text, "{}", self.0)?;
        if text.is_blank == Some(false) {
            return Ok(());
        }
        let mut written = None;
        self.0.visit_text(Part::Summary, &mut |summary| {
            if !is_blank(&summary) {
                written = Some(f.write_fmt(summary));
            }
        });
        match (written, self.0.code()) {
            (Some(written), _) => written,
            (None, code) if is_blank(&format_args!("{code}")) => f.write_str("unknown error"),
            (None, code) => f.write_str(code),
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
