//! Redacts secrets in errors from other programs.

use super::ErrorRecord;
use crate::definition::part::Part;
use crate::error::value::ContextValue;
use crate::json::JsonText;
use crate::json::redact::{Place, hide_secrets, names_program, program_in};
use crate::json::secrets::Secrets;
use crate::text::redact_text::programs::Program;
use crate::text::uri;
use serde_json::value::RawValue;

impl ErrorRecord {
    /// Redacts secrets in an error that another program wrote.
    ///
    /// Redacts context values whose names [look like secrets](crate#on-a-field-context), at any
    /// depth, and wherever the record repeats them, except in the code. Applies
    /// [`format::without_secrets`] to every string. Drops a command with a secret, because it would
    /// no longer work, and an instance with a percent-encoded secret.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    ///
    /// let read = ErrorRecord::new("DENIED", "bad token abc-123").with_context("token", "abc-123").without_secrets();
    /// assert_eq!(read.to_string(), "bad token [REDACTED]");
    /// ```
    ///
    /// [`format::without_secrets`]: crate::format::without_secrets
    #[must_use]
    pub fn without_secrets(self) -> Self {
        self.redacted(Secrets::default())
    }

    /// Removes the given secrets, and those in the context, from the whole record.
    pub(crate) fn redacted(mut self, mut secrets: Secrets) -> Self {
        let program = self.named_program();
        for (name, value) in self.fields.context.entries() {
            // A field error never contains a sent value with a secret name.
            if !matches!(value, ContextValue::FieldErrors(_)) {
                let json = value.raw();
                secrets.add_json(place_of(name, &json, program), &json);
            }
        }
        self.hide_with(program, &|text| {
            *text = secrets.removed_from(text);
            hide_secrets(text);
        });
        self
    }

    /// Returns the program that the context names. Other values may be its arguments.
    fn named_program(&self) -> Option<Program> {
        let mut values = self.fields.context.entries().iter();
        values.find_map(|(name, value)| {
            if names_program(name) {
                program_in(value.as_str()?)
            } else {
                None
            }
        })
    }

    fn hide_with(&mut self, program: Option<Program>, hide: &dyn Fn(&mut String)) {
        let mut context = std::mem::take(&mut self.fields.context).into_entries();
        for (name, value) in &mut context {
            hide_in_value(name, value, program, hide);
            hide(name);
        }
        self.fields.context = context.into_iter().collect();
        hide_secrets(&mut self.fields.code);
        hide(&mut self.fields.message);
        let mut cause = self.fields.cause.as_deref_mut();
        while let Some(next) = cause {
            hide(&mut next.message);
            cause = next.source.as_deref_mut();
        }
        for part in Part::ALL {
            let place = self.part_mut(*part);
            if let Some(text) = place.take() {
                *place = redacted_part(*part, text, hide);
            }
        }
        if let Some(instance) = &self.fields.instance
            && has_encoded_secret(instance, hide)
        {
            self.fields.instance = None;
        }
        self.fields.actions.iter_mut().for_each(hide);
    }
}

/// Returns `None` for a command with a secret, because it no longer works without the secret.
fn redacted_part(part: Part, text: String, hide: &dyn Fn(&mut String)) -> Option<String> {
    let mut redacted = text.clone();
    hide(&mut redacted);
    if part.is_command() && redacted != text {
        return None;
    }
    Some(redacted)
}

fn place_of(name: &str, json: &RawValue, program: Option<Program>) -> Place {
    Place::Ordinary.of_member(name, json).with_program(program)
}

fn hide_in_value(
    name: &str,
    value: &mut ContextValue,
    program: Option<Program>,
    hide: &dyn Fn(&mut String),
) {
    match value {
        ContextValue::Json(json) => {
            let raw = json.raw();
            *json = JsonText::redacted(&raw, place_of(name, &raw, program), hide);
        }
        ContextValue::FieldErrors(fields) => {
            for field in fields {
                field.hide(hide);
            }
        }
        ContextValue::Nearest(names) => names.iter_mut().for_each(hide),
        ContextValue::Listing(listing) => listing.texts_mut().for_each(hide),
    }
}

/// Whether a URI reference contains a percent-encoded secret, which `hide` alone doesn't find.
fn has_encoded_secret(reference: &str, hide: &dyn Fn(&mut String)) -> bool {
    let plain = uri::decoded(reference);
    let mut redacted = plain.clone();
    hide(&mut redacted);
    redacted != plain
}
