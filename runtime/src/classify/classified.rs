//! Foreign errors with the code that a rule assigned to them.

use super::known::Known;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// A foreign error with the code that a rule has assigned to it.
#[derive(Debug)]
pub(super) struct Classified<'a> {
    entry: Entry,
    known: Known,
    message: String,
    cause: Option<&'a (dyn Error + 'static)>,
}

impl<'a> Classified<'a> {
    /// Creates the error. If its code's message template contains a field that the foreign error doesn't provide, the
    /// message is the foreign error's message, `own_message`.
    pub(super) fn new(entry: Entry, known: Known, error: &'a (dyn Error + 'static), own_message: String) -> Self {
        let mut is_complete = entry.def.message().is_some();
        let filled = entry.def.message().map(|template| {
            template.filled(|field, format| {
                let text = known.text(field).filter(|_| format.is_empty());
                is_complete &= text.is_some();
                text.unwrap_or_default()
            })
        });
        let message = filled.filter(|_| is_complete).unwrap_or(own_message);
        // Don't repeat the message as the cause.
        let cause = if error.to_string() == message { error.source() } else { Some(error) };
        Self { entry, known, message, cause }
    }
}

impl fmt::Display for Classified<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Classified<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause
    }
}

impl AgentError for Classified<'_> {
    fn code(&self) -> &str {
        self.entry.def.code()
    }

    fn def(&self) -> Option<&'static ErrorDef> {
        Some(self.entry.def)
    }

    fn values(&self) -> Vec<ContextValue> {
        self.entry.def.values().map(|(name, ty)| self.known.value(name, ty.unwrap_or_default())).collect()
    }

    fn edit(&self, record: &mut ErrorRecord) {
        let def = self.entry.def;
        if def.status_field().is_some() {
            record.facts.status = self.known.data.status.filter(|status| (400..600).contains(status));
        }
        // The delay that the remote system requested takes precedence over the delay that the code declares.
        record.retry_after = self.known.data.retry_after.filter(|_| def.is_retryable()).or(record.retry_after);
        // The URL may be inherited from an enclosing type.
        record.docs_url = self.entry.docs_url().map(Cow::into_owned);
    }
}
