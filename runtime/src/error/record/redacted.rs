//! Redacts secrets in errors from other programs.

use super::ErrorRecord;
use crate::definition::part::Part;
use crate::error::value::ContextValue;
use crate::json::JsonText;
use crate::json::redact::{Place, hide_secrets, names_program, program_in};
use crate::json::secrets::Secrets;
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
        let mut commands = self
            .fields
            .context
            .entries()
            .iter()
            .filter(|(name, _)| names_program(name));
        let program = commands.find_map(|(_, command)| program_in(command.as_str()?));
        let place = |name: &str, json: &RawValue| {
            Place::Ordinary.of_member(name, json).with_program(program)
        };
        for (name, value) in self.fields.context.entries() {
            // A field error never contains a sent value with a secret name.
            if !matches!(value, ContextValue::FieldErrors(_)) {
                let json = value.raw();
                secrets.add_json(place(name, &json), &json);
            }
        }
        let hide = |text: &mut String| {
            *text = secrets.removed_from(text);
            hide_secrets(text);
        };
        let context = std::mem::take(&mut self.fields.context)
            .into_entries()
            .into_iter()
            .map(|(mut name, mut value)| {
                match &mut value {
                    ContextValue::Json(json) => {
                        let raw = json.raw();
                        *json = JsonText::redacted(&raw, place(&name, &raw), &hide);
                    }
                    ContextValue::FieldErrors(fields) => {
                        for field in fields.iter_mut() {
                            field.hide(&hide);
                        }
                    }
                    ContextValue::Nearest(names) => names.iter_mut().for_each(hide),
                    ContextValue::Listing(listing) => listing.texts_mut().for_each(hide),
                }
                hide(&mut name);
                (name, value)
            });
        self.fields.context = context.collect();
        hide_secrets(&mut self.fields.code);
        hide(&mut self.fields.message);
        let mut cause = self.fields.cause.as_deref_mut();
        while let Some(next) = cause {
            hide(&mut next.message);
            cause = next.source.as_deref_mut();
        }
        for part in Part::ALL {
            let text = self.part_mut(*part);
            let before = text.clone();
            text.iter_mut().for_each(hide);
            if part.is_command() && *text != before {
                *text = None;
            }
        }
        // The search above doesn't find percent-encoded secrets.
        let has_secret = |instance: &mut String| {
            let mut decoded = uri::decoded(instance);
            let before = decoded.clone();
            hide(&mut decoded);
            decoded != before
        };
        self.fields.instance.take_if(has_secret);
        self.fields.actions.iter_mut().for_each(hide);
        self
    }
}
