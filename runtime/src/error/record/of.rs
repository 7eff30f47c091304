//! Converts errors to records.

use super::ErrorRecord;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::value::ContextValue;
use crate::text::cause::{Cause, reported_causes};
use crate::text::debug;
use crate::text::sanitize::{UNPRINTABLE, is_blank, message_of, trim_line_breaks};
use crate::text::template::Template;
use agent_error_rules::command::is_command_line;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl ErrorRecord {
    /// Asks any coded error for its record. If its `record` method panics, the record contains a
    /// note instead of the message.
    pub fn of(error: &dyn AgentError) -> Self {
        let recorded = catch_unwind(AssertUnwindSafe(|| {
            (error.record(), error.code().to_owned())
        }));
        let Ok((mut record, code)) = recorded else {
            return Self::new("", UNPRINTABLE);
        };
        if record.fields.code != code {
            let other = &record.fields.code;
            debug::warn(&format!(
                "the error {code} has a record with the code {other}"
            ));
            record.fields.code = code;
        }
        record
    }

    /// Creates a record with the message and the causes of an error.
    ///
    /// If the error's `Display` impl fails or panics, the message contains a note. If its `source`
    /// method panics, the record has no causes.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    ///
    /// let error = "x".parse::<u8>().unwrap_err();
    /// let record = ErrorRecord::of_error("PORT_INVALID", &error).with_exit_code(2);
    /// assert_eq!(record.message(), "invalid digit found in string");
    /// ```
    pub fn of_error(code: impl Into<String>, error: &dyn Error) -> Self {
        let mut record = Self::new(code, "");
        record.describe_as(error);
        record
    }

    /// Creates a record with everything that a code declares, and with the message and the causes
    /// of an error. Use this if an error that you implement by hand has the code of another type.
    ///
    /// Strings with placeholders contain the names of the fields in place of their values.
    pub fn declared(def: &'static ErrorDef, error: &dyn Error) -> Self {
        let mut record = Self::filled(def, Vec::new());
        record.describe_as(error);
        record
    }

    /// Sets the message and the causes to those of an error.
    pub(crate) fn describe_as(&mut self, error: &dyn Error) {
        let source = catch_unwind(AssertUnwindSafe(|| error.source()));
        self.describe(message_of(&error), source.ok().flatten());
    }

    /// Sets the message and the causes. If a declared error has neither a message nor a summary,
    /// its code is the message.
    pub(crate) fn describe(&mut self, message: String, source: Option<&(dyn Error + 'static)>) {
        self.fields.message = message;
        self.fields.cause = Cause::chain(reported_causes(source, &self.fields.message));
        // Formats show the summary in place of a blank message.
        let has_summary = self
            .fields
            .summary
            .as_ref()
            .is_some_and(|text| !is_blank(text));
        if self.def.is_some() && !has_summary && is_blank(&self.fields.message) {
            self.fields.message.clone_from(&self.fields.code);
        }
    }

    /// Returns the values that formats write as the context. The retry delay and the actions are
    /// members of their own. Omits fields that are `None`.
    pub(crate) fn shown_context(&self) -> impl Iterator<Item = &(String, ContextValue)> {
        let def = self.def;
        let entries = self.fields.context.entries().iter();
        entries.filter(move |(name, value)| match def {
            Some(def) => is_shown(def, name, value),
            None => true,
        })
    }

    /// Whether the message, the advice or the body contains the context value. `None` if the template
    /// of the message is unknown.
    pub(crate) fn is_in_text(&self, name: &str) -> Option<bool> {
        let def = self.def?;
        let mut templates = vec![def.message()?];
        for part in Part::ALL {
            let is_always_written_by_brief = part.is_advice() || *part == Part::Detail;
            if is_always_written_by_brief {
                templates.extend(def.template(*part));
            }
        }
        let mut fields = templates.iter().flat_map(|template| template.fields());
        let is_in_template = fields.any(|field| field == name);
        let is_body = self.fields.body.is_some() && def.body_field() == Some(name);
        Some(is_in_template || is_body)
    }

    /// Creates a record of everything that a definition declares, with the values of its fields.
    pub(crate) fn filled(def: &'static ErrorDef, values: Vec<ContextValue>) -> Self {
        let mut record = Self::new(def.code(), "");
        record.def = Some(def);
        record.has_own_exit = true;
        record.has_own_retryable = true;
        record.fields.facts = def.facts();
        record.fields.retry_after = def.retry_after();
        record.fill_templates(def, &values);
        let commands = values_from(def, &values);
        let context = &mut record.fields.context;
        for ((name, ty), value) in def.values().zip(values) {
            let is_context = ty.is_some();
            if is_context && let Some(shown) = shown_value(def, name, value) {
                context.insert(name, shown);
            }
        }
        if !commands.is_empty() {
            context.insert(VALUES_FROM, ContextValue::Listing(commands));
        }
        record
    }

    fn fill_templates(&mut self, def: &'static ErrorDef, values: &[ContextValue]) {
        let named_values = with_names(def, values);
        for part in Part::ALL {
            let text = match part {
                Part::Summary => def.summary().map(str::to_owned),
                Part::DocsUrl => def.docs_url().map(str::to_owned),
                part => filled_part(*part, def, &named_values),
            };
            *self.part_mut(*part) = text;
        }
        for (caller, template) in def.hints() {
            if let Some(hint) = template.fill_all(&|name| text_of(def, &named_values, name)) {
                self.fields.hints.push((caller, hint));
            }
        }
        self.fields.actions = filled_actions(def, &named_values);
    }

    /// Replaces a blank message with the summary or the code, and a blank code with one made from
    /// the status, such as `HTTP_404`.
    pub(crate) fn with_blanks_replaced(mut self) -> Self {
        let fields = &mut *self.fields;
        if is_blank(&fields.message) {
            let summary = fields.summary.as_deref().unwrap_or_default();
            let candidates = [summary, &fields.code, "unknown error"];
            let shown = candidates.into_iter().find(|text| !is_blank(text));
            fields.message = shown.unwrap_or_default().to_owned();
            trim_line_breaks(&mut fields.message);
        }
        if fields.code.is_empty()
            && let Some(status) = fields.facts.status
        {
            fields.code = format!("HTTP_{status}");
        }
        self
    }
}

/// Whether formats write the value as context.
fn is_shown(def: &ErrorDef, name: &str, value: &ContextValue) -> bool {
    let is_missing = value.is_null() && def.is_optional(name);
    def.is_in_context(name) && !is_missing
}

/// Returns the context value of a field. Returns `None` for an empty listing and for an empty list
/// of similar names.
fn shown_value(def: &ErrorDef, name: &str, value: ContextValue) -> Option<ContextValue> {
    if def.is_secret(name) {
        return Some(ContextValue::redacted());
    }
    let is_omitted = match &value {
        ContextValue::Listing(listing) => listing.is_empty(),
        ContextValue::Nearest(names) => names.is_empty(),
        other => other.is_null() && def.lists_nearest(name),
    };
    (!is_omitted).then_some(value)
}

/// Replaces the placeholders of a template with the values of the fields. Returns `None` if a value
/// is missing or secret, or if a command can't contain it.
fn filled_part(part: Part, def: &ErrorDef, values: &[(&str, &ContextValue)]) -> Option<String> {
    let (text, fill) = def.template_and_fill(part)?;
    let template = Template::new(text);
    // A string that is a single field may have a description in place of its template.
    if let Some((name, _)) = values.iter().find(|(name, _)| is_whole(name, part)) {
        return text_of(def, values, name);
    }
    if let Some(fill) = fill {
        return fill(template, &|name| text_of(def, values, name));
    }
    if values.is_empty() {
        // A hand-written error may pass no values. Prose then contains the field names.
        return Some(format!("{template}"));
    }
    template.fill_all(&|name| text_of(def, values, name))
}

/// Whether the value with this name is the whole text of a part.
pub(super) fn is_whole(name: &str, part: Part) -> bool {
    name.strip_prefix('=') == Some(part.as_str())
}

/// Returns a field's value as templates show it. Returns `None` if it's missing or secret.
fn text_of(def: &ErrorDef, values: &[(&str, &ContextValue)], name: &str) -> Option<String> {
    if def.is_secret(name) {
        return None;
    }
    // A field that templates format differently comes last.
    let (_, value) = values.iter().rev().find(|(known, _)| *known == name)?;
    (!value.is_null()).then(|| value.text())
}

/// Returns the actions, with the values of their fields. Omits an action if a value is missing, or
/// if a command can't contain it.
fn filled_actions(def: &ErrorDef, values: &[(&str, &ContextValue)]) -> Vec<String> {
    let actions = def.actions().iter();
    let Some(fill) = def.fill_actions() else {
        return actions.map(|action| (*action).to_owned()).collect();
    };
    let filled = actions.filter_map(|action| {
        if is_command_line(action) {
            fill(Template::new(action), &|name| text_of(def, values, name))
        } else {
            Some((*action).to_owned())
        }
    });
    filled.collect()
}

/// Returns the commands that list the valid values of fields, with the values of their own fields.
fn values_from(def: &'static ErrorDef, values: &[ContextValue]) -> Listing {
    let mut commands = Listing::new();
    if !def.lists_values() {
        return commands;
    }
    let named_values = with_names(def, values);
    for field in def.fields() {
        let command = field
            .values_from
            .and_then(|template| filled_command(def, field.name, template, &named_values));
        if let Some(command) = command {
            commands.push(field.name, command);
        }
    }
    commands
}

/// Fills the command that lists the valid values of a field.
fn filled_command(
    def: &ErrorDef,
    field: &str,
    template: &str,
    values: &[(&str, &ContextValue)],
) -> Option<String> {
    let Some(fill) = def.fill_values_from(field) else {
        return Some(template.to_owned());
    };
    fill(Template::new(template), &|name| text_of(def, values, name))
}

fn with_names<'v>(
    def: &ErrorDef,
    values: &'v [ContextValue],
) -> Vec<(&'static str, &'v ContextValue)> {
    let names = def.values().map(|(name, _)| name);
    names.zip(values).collect()
}

/// Warns if an error has a field named `source` that its `source` method doesn't return. The field
/// isn't in the context, so the cause would be lost.
pub(super) fn warn_of_lost_cause(def: &ErrorDef, error: &dyn Error) {
    let Some(field) = def.unproven_source() else {
        return;
    };
    let source = catch_unwind(AssertUnwindSafe(|| error.source().is_some()));
    if matches!(source, Ok(false)) {
        debug::warn_once(|| {
            format!(
                "the cause of {} is lost, because `Error::source` doesn't return its field `{field}`; \
                 return it, or add `#[context]` to the field",
                def.code()
            )
        });
    }
}
