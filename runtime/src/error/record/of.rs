//! Converts errors to records.

use super::ErrorRecord;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::value::OwnedValue;
use crate::text::cause::{Cause, reported_causes};
use crate::text::sanitize::{displayed, is_blank};

impl ErrorRecord {
    /// Creates a record from any coded error. Values that the error's type marks as secret are redacted.
    pub fn of(error: &dyn AgentError) -> Self {
        let mut record = Self::new(error.code(), displayed(error));
        record.cause = Cause::chain(reported_causes(error, &record.message));
        for part in Part::ALL {
            error.visit_text(*part, &mut |text| {
                record.part_mut(*part).get_or_insert_with(|| displayed(&text));
            });
        }
        record.facts = error.facts();
        record.retry_after = error.retry_after();
        error.visit_actions(&mut |action| record.actions.push(action.to_owned()));
        let mut context: Vec<(String, OwnedValue)> = Vec::new();
        error.visit_context(&mut |name, value| context.push((name.to_owned(), value.to_owned())));
        record.context = context.into_iter().collect();
        if error.def().is_some() && is_blank(&record.message) {
            let message = record.message_or_code().to_owned();
            record.message = message;
        }
        record
    }

    /// Returns the message. If it's blank, returns the summary instead, or the code if there's no summary.
    pub(crate) fn message_or_code(&self) -> &str {
        let summary = self.summary.as_deref().unwrap_or_default();
        let candidates = [&self.message, summary, &self.code];
        candidates.into_iter().find(|text| !is_blank(text)).unwrap_or("unknown error")
    }

    /// Returns the message. If it's blank, returns the summary instead. If there's no summary either, returns the blank
    /// message, as the systems do whose formats this crate writes.
    pub(crate) fn message_or_summary(&self) -> &str {
        let summary = self.summary.as_deref().filter(|summary| is_blank(&self.message) && !is_blank(summary));
        summary.unwrap_or(&self.message)
    }

    /// Returns the code. If it's blank, returns a code made from the status, such as `HTTP_404`.
    pub(crate) fn code_or_status(&self) -> String {
        match self.facts.status.filter(|_| self.code.is_empty()) {
            Some(status) => format!("HTTP_{status}"),
            None => self.code.clone(),
        }
    }
}
