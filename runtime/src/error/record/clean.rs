//! Prepares records for output.

use super::ErrorRecord;
use crate::definition::error_def::Caller;
use crate::definition::part::Part;
use crate::text::sanitize::{is_changed_by_a_format, sanitize, sanitize_name, trim_line_breaks};

impl ErrorRecord {
    /// Sanitizes all strings, and truncates each to `cap` bytes. Codes and names are truncated to
    /// at least 1 KiB.
    ///
    /// Agents run commands exactly as shown. If this function or a format would change a command,
    /// the command is dropped. Actions without visible characters are dropped as well.
    ///
    /// Formats clean each record before they write it. Only call this yourself if you write records
    /// in your own format.
    #[must_use]
    #[doc(hidden)]
    pub fn clean(mut self, cap: usize) -> Self {
        sanitize_name(&mut self.fields.code, cap);
        let mut cause = self.fields.cause.as_deref_mut();
        while let Some(next) = cause {
            sanitize(&mut next.message, cap);
            trim_line_breaks(&mut next.message);
            cause = next.source.as_deref_mut();
        }
        // A server has already called this for its clients, so no hints are left.
        self = self.for_callers(&[Caller::Cli]);
        for part in Part::ALL {
            let place = self.part_mut(*part);
            if let Some(text) = place.take() {
                *place = cleaned_part(*part, text, cap);
            }
        }
        sanitize(&mut self.fields.message, cap);
        trim_line_breaks(&mut self.fields.message);
        for action in &mut self.fields.actions {
            sanitize(action, cap);
        }
        self.fields.actions.retain(|action| !action.is_empty());
        self.fields.context.clean(cap);
        self
    }
}

/// Returns `None` for a command that would change.
fn cleaned_part(part: Part, mut text: String, cap: usize) -> Option<String> {
    if part.is_command() && would_change(&text, cap) {
        return None;
    }
    sanitize(&mut text, cap);
    Some(text)
}

/// Whether cleaning or a format would change a command.
fn would_change(command: &str, cap: usize) -> bool {
    command.len() > cap || command.contains(is_changed_by_a_format)
}
