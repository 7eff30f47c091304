//! Converts errors to records.

use super::ErrorRecord;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::{AgentError, RecordSource};
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::value::ContextValue;
use crate::text::cause::{Cause, reported_causes};
use crate::text::sanitize::{displayed, is_blank};
use crate::text::template::Template;
use std::borrow::Cow;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The maximum number of transparent variants that can be nested. An error that is its own inner
/// error would otherwise cause an infinite recursion.
const MAX_INNER: usize = 64;

impl ErrorRecord {
    /// Creates a record from any coded error. Values that the error's type marks as secret are
    /// redacted.
    ///
    /// If a `Display` or `Serialize` impl fails or panics, the record contains a note instead of
    /// the value. If `source` panics, the error has no causes.
    pub fn of(error: &dyn AgentError) -> Self {
        Self::from_source(&error)
    }

    pub(super) fn from_source(error: &dyn RecordSource) -> Self {
        Self::within(error, MAX_INNER)
    }

    fn within(error: &dyn RecordSource, levels: usize) -> Self {
        let mut record = match error.inner().filter(|_| levels > 0) {
            Some(inner) => Self::within(&inner, levels - 1),
            None => match error.def() {
                Some(def) => Self::declared(def, error.values()),
                None => Self::new(error.code(), ""),
            },
        };
        error.code().clone_into(&mut record.code);
        let source = catch_unwind(AssertUnwindSafe(|| error.source()))
            .ok()
            .flatten();
        record.describe(displayed(&error), source);
        record.facts = error.facts();
        error.edit(&mut record);
        record
    }

    /// Sets the message and the causes. If a declared error has neither a message nor a summary,
    /// its code is the message.
    pub(crate) fn describe(&mut self, message: String, source: Option<&(dyn Error + 'static)>) {
        self.message = message;
        self.cause = Cause::chain(reported_causes(source, &self.message));
        // Formats show the summary in place of a blank message.
        if self.def.is_some() && is_blank(self.message_or_summary()) {
            self.parts.message.clone_from(&self.parts.code);
        }
    }

    /// Whether another member contains the context value: the retry delay or the actions.
    pub(crate) fn is_member(&self, name: &str) -> bool {
        let Some(def) = self.def else { return false };
        let is_delay = self.retry_after.is_some() && def.retry_after_field() == Some(name);
        is_delay || !self.actions.is_empty() && def.actions_field() == Some(name)
    }

    /// Whether the message, the advice or the body may contain the context value.
    pub(crate) fn may_be_in_text(&self, name: &str) -> bool {
        let Some((def, message)) = self.def.and_then(|def| Some((def, def.message()?))) else {
            return true;
        };
        // `Brief` always writes these parts.
        let parts = Part::ALL
            .iter()
            .filter(|part| part.is_advice() || **part == Part::Detail);
        let mut templates = parts
            .filter_map(|part| def.template(*part))
            .chain([message]);
        templates.any(|template| template.fields().any(|field| field == name))
            || self.body.is_some() && def.body_field() == Some(name)
    }

    /// Creates a record of everything that a definition declares, with the values of its fields.
    pub(crate) fn declared(def: &'static ErrorDef, values: Vec<ContextValue>) -> Self {
        let mut record = Self::new(def.code(), "");
        record.def = Some(def);
        record.facts = def.facts();
        let declared: Vec<_> = def.values().collect();
        let named: Vec<(&str, &ContextValue)> = declared
            .iter()
            .map(|(name, _)| *name)
            .zip(&values)
            .collect();
        for part in Part::ALL {
            let text = match part {
                Part::Summary => def.summary().map(str::to_owned),
                Part::DocsUrl => def.docs_url().map(str::to_owned),
                part => filled(*part, def, &named),
            };
            *record.part_mut(*part) = text;
        }
        record.actions = def
            .actions()
            .iter()
            .map(|action| (*action).to_owned())
            .collect();
        record.retry_after = def.retry_after();
        let fields = declared
            .iter()
            .zip(values)
            .filter(|((_, ty), _)| ty.is_some());
        let context = fields
            .filter_map(|((name, _), value)| Some((*name).to_owned()).zip(shown(def, name, value)));
        record.context = context.collect();
        if def.lists_values() {
            let commands = def
                .fields()
                .filter_map(|field| Some((field.name, field.values_from?)));
            record.context.insert(
                VALUES_FROM,
                ContextValue::Listing(commands.collect::<Listing>()),
            );
        }
        record
    }

    /// Returns the message. If it's blank, returns the summary instead, or the code if there's no
    /// summary.
    pub(crate) fn message_or_code(&self) -> &str {
        let summary = self.summary.as_deref().unwrap_or_default();
        let candidates = [&self.message, summary, &self.code];
        candidates
            .into_iter()
            .find(|text| !is_blank(text))
            .unwrap_or("unknown error")
    }

    /// Returns the message. If it's blank, returns the summary instead. If there's no summary
    /// either, returns the blank message, as the original systems do.
    pub(crate) fn message_or_summary(&self) -> &str {
        let summary = self
            .summary
            .as_deref()
            .filter(|summary| is_blank(&self.message) && !is_blank(summary));
        summary.unwrap_or(&self.message)
    }

    /// Returns the code. If it's empty, returns a code made from the status, such as `HTTP_404`.
    pub(crate) fn code_or_status(&self) -> Cow<'_, str> {
        match self.facts.status.filter(|_| self.code.is_empty()) {
            Some(status) => format!("HTTP_{status}").into(),
            None => self.code.as_str().into(),
        }
    }
}

/// Returns the context value of a field. Returns `None` for an empty listing and for an empty list
/// of similar names.
fn shown(def: &ErrorDef, name: &str, value: ContextValue) -> Option<ContextValue> {
    match value {
        _ if def.is_secret(name) => Some(ContextValue::redacted()),
        ContextValue::Listing(listing) if listing.is_empty() => None,
        ContextValue::Nearest(names) if names.is_empty() => None,
        value if value.is_null() && def.lists_nearest(name) => None,
        value => Some(value),
    }
}

/// Replaces the placeholders of a template with the values of the fields. Returns `None` if a value
/// is missing or secret, or if a command can't contain it.
fn filled(part: Part, def: &ErrorDef, values: &[(&str, &ContextValue)]) -> Option<String> {
    let (text, fill) = def.template_and_fill(part)?;
    let template = Template::new(text);
    let value: &dyn Fn(&str) -> Option<String> = &|name| {
        // A field that templates format differently comes last.
        let (_, value) = values
            .iter()
            .rev()
            .find(|(known, _)| *known == name && !def.is_secret(name))?;
        (!value.is_null()).then(|| value.text())
    };
    // A string that is a single field may have a description in place of its template.
    let is_whole = |known: &&(&str, _)| known.0.strip_prefix('=') == Some(part.as_str());
    if let Some((whole, _)) = values.iter().find(is_whole) {
        return value(whole);
    }
    match fill {
        Some(fill) => fill(template, value),
        // A hand-written error may pass no values. Prose then contains the field names.
        None if values.is_empty() => Some(format!("{template}")),
        None => template.fill_all(value),
    }
}
