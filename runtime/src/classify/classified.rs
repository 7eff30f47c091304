//! Foreign errors that a rule has assigned a code to.

use super::known::Known;
use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::{AgentError, default_facts, default_retry_after, default_text, facts_with_status};
use crate::error::context::ContextValue;
use crate::error::facts::Facts;
use crate::error::field_value::Value;
use crate::vocabulary::terms::ContextFormat;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// A foreign error with the code that a rule has assigned to it.
///
/// Programs report this type directly. Converting it to an [`ErrorRecord`](crate::ErrorRecord) first would link code
/// for arbitrary JSON values into every program.
#[derive(Debug)]
pub(super) struct Classified<'a> {
    entry: Entry,
    known: Known,
    message: String,
    cause: Option<&'a (dyn Error + 'static)>,
}

impl<'a> Classified<'a> {
    /// Creates the error. If its code's message template contains a field that the foreign error doesn't provide, the
    /// message is that of the foreign error, `own_message`.
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

    fn facts(&self) -> Facts {
        match self.entry.def.status_field() {
            Some(_) => facts_with_status(self, self.known.data.status),
            None => default_facts(self),
        }
    }

    /// The delay that the remote system requested takes precedence over the delay that the code declares.
    fn retry_after(&self) -> Option<Duration> {
        self.known.data.retry_after.filter(|_| self.entry.def.is_retryable()).or_else(|| default_retry_after(self))
    }

    fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
        match (part, self.entry.docs_url()) {
            // The URL may be inherited from an enclosing type.
            (Part::DocsUrl, Some(url)) => out(format_args!("{url}")),
            _ => default_text(self, part, out),
        }
    }

    fn visit_fields(&self, visit: &mut dyn FnMut(&[&dyn Value])) {
        let def = self.entry.def;
        let context = def.fields().filter(|field| field.shown != ContextFormat::Redacted);
        let context = context.map(|field| self.known.value(field.name, field.ty));
        let others = def.template_only_fields().iter().map(|field| self.known.value(field, ""));
        let values: Vec<ContextValue<'_>> = context.chain(others).collect();
        visit(&values.iter().map(|value| value as &dyn Value).collect::<Vec<_>>());
    }
}
