//! Records of errors that others wrote, without secrets.

use super::ErrorRecord;
use crate::definition::part::Part;
use crate::text::redact::redact;
use crate::text::redact_text::without_assigned_secrets;
use crate::text::secrets::Secrets;
use std::borrow::Cow;

impl ErrorRecord {
    /// The record without secrets, for an error that another program wrote: named values whose names
    /// [look like secrets](crate#on-a-field-context) are redacted at any depth, and their texts are removed from all other
    /// texts. The message, the causes, the detail and the body also lose `token=abc` and passwords in addresses.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    ///
    /// let read = ErrorRecord::new("DENIED", "bad token abc-123").with_context("token", "abc-123").without_secrets();
    /// assert_eq!(read.to_string(), "bad token [REDACTED]");
    /// ```
    #[must_use]
    pub fn without_secrets(self) -> Self {
        self.redacted(Secrets::default())
    }

    /// Removes these secrets, and those of the named values, from the whole record.
    pub(crate) fn redacted(mut self, mut secrets: Secrets) -> Self {
        for (name, value) in &self.context {
            secrets.add(name, value);
        }
        let context = std::mem::take(&mut self.context).into_iter().map(|(name, mut value)| {
            redact(&name, &mut value);
            secrets.remove_from(&mut value);
            (name, value)
        });
        self.context = context.collect();
        self.hide_assigned();
        if secrets.is_empty() {
            return self;
        }
        self.message = secrets.removed_from(&self.message);
        let mut cause = self.cause.as_deref_mut();
        while let Some(next) = cause {
            next.message = secrets.removed_from(&next.message);
            cause = next.source.as_deref_mut();
        }
        for part in Part::ALL {
            let text = self.part_mut(*part);
            *text = text.as_deref().map(|text| secrets.removed_from(text));
        }
        for action in &mut self.actions {
            *action = secrets.removed_from(action);
        }
        for field in &mut self.field_errors {
            field.remove_secrets(&secrets);
        }
        self
    }

    /// Hides secrets that only a text contains.
    fn hide_assigned(&mut self) {
        let hide = |text: &mut String| {
            if let Cow::Owned(hidden) = without_assigned_secrets(text) {
                *text = hidden;
            }
        };
        hide(&mut self.message);
        let mut cause = self.cause.as_deref_mut();
        while let Some(next) = cause {
            hide(&mut next.message);
            cause = next.source.as_deref_mut();
        }
        for part in [Part::Detail, Part::Body] {
            self.part_mut(part).iter_mut().for_each(hide);
        }
    }
}
