//! What the clients of a server see of the server's own failures.

use super::ErrorRecord;
use super::of::is_whole;
use crate::definition::error_def::{Caller, ErrorDef};
use crate::definition::part::Part;
#[cfg(all(debug_assertions, feature = "redact"))]
use crate::text::debug::warn;
use crate::text::template::Template;
use crate::vocabulary::reason_phrase::reason_phrase;
#[cfg(all(debug_assertions, feature = "redact"))]
use std::{collections::BTreeSet, sync::Mutex};

impl ErrorRecord {
    /// Sets whether clients of a server see the values of a server error: its message, causes,
    /// context, field errors, body and instance, and advice that contains a value. The default is
    /// `false`, or `true` if the variant declares `public`.
    ///
    /// Server errors are HTTP responses with a status of 500 or more, and gRPC statuses with the
    /// code `INTERNAL`, `UNKNOWN` or `DATA_LOSS`. In other errors, clients see all values. This
    /// setting doesn't affect [`render`](crate::render).
    #[must_use]
    pub fn with_public(mut self, public: bool) -> Self {
        self.fields.public = Some(public);
        self
    }

    /// Withholds the values of a server error, unless the error is public. Every server calls this
    /// function for the errors that [`with_public`](Self::with_public) lists.
    ///
    /// The result contains the code, its facts, the retry delay, and what the code declares
    /// without fields. An error that no type declares has no strings except its code, because
    /// nobody knows which of them contain values. Debug builds print the whole error, without
    /// secrets.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn for_clients(self) -> Self {
        if self.is_public() {
            return self;
        }
        #[cfg(all(debug_assertions, feature = "redact"))]
        print_withheld(&self);
        self.without_values()
    }

    fn is_public(&self) -> bool {
        let declared = self.def.is_some_and(ErrorDef::is_public);
        self.fields.public.unwrap_or(declared)
    }

    /// Builds a record from the declaration alone, so that a new member of a record is withheld
    /// until this function copies it.
    #[inline]
    fn without_values(self) -> Self {
        let hidden = *self.fields;
        let mut shown = Self::new(hidden.code, "");
        shown.def = self.def;
        shown.fields.public = hidden.public;
        shown.fields.facts = hidden.facts;
        shown.fields.retry_after = hidden.retry_after;
        if let Some(def) = self.def {
            shown.fields.summary = def.summary().map(str::to_owned);
            shown.fields.docs_url = hidden.docs_url;
            for part in Part::ALL {
                if let Some(text) = fixed_text(def, *part) {
                    *shown.part_mut(*part) = Some(text);
                }
            }
            shown.fields.hints = fixed_hints(def);
            shown.fields.actions = fixed_actions(def, hidden.actions);
        }
        shown.fields.message = match &shown.fields.summary {
            Some(summary) => summary.clone(),
            None => phrase(shown.http_status()).to_owned(),
        };
        shown
    }
}

/// Returns the declared text of a part. Returns `None` if the text depends on a field.
#[inline]
fn fixed_text(def: &ErrorDef, part: Part) -> Option<String> {
    let template = def.template(part)?;
    // If a field is the whole text, the declaration contains a description of the field.
    let is_field = def.values().any(|(name, _)| is_whole(name, part));
    if is_field || has_fields(template) {
        return None;
    }
    Some(unescaped(template))
}

#[inline]
fn fixed_hints(def: &ErrorDef) -> Vec<(Caller, String)> {
    let hints = def.hints().filter(|(_, hint)| !has_fields(*hint));
    let fixed = hints.map(|(caller, hint)| (caller, unescaped(hint)));
    fixed.collect()
}

/// Keeps the actions that contain no values. A filled action differs from its declaration.
#[inline]
fn fixed_actions(def: &ErrorDef, mut actions: Vec<String>) -> Vec<String> {
    actions.retain(|action| def.actions().contains(&action.as_str()));
    actions
}

fn has_fields(template: Template<'_>) -> bool {
    template.fields().next().is_some()
}

fn unescaped(template: Template<'_>) -> String {
    template.filled(|_, _| String::new())
}

/// Returns the reason phrase of a server error's status. gRPC errors may have the status of a
/// client error, or none.
#[inline]
fn phrase(status: u16) -> &'static str {
    let of_server_error = if status >= 500 {
        reason_phrase(status)
    } else {
        None
    };
    of_server_error.unwrap_or("Internal Server Error")
}

/// Prints an error whose values clients don't see, once for each code. Every server enables the
/// feature, which redacts secrets.
#[cfg(all(debug_assertions, feature = "redact"))]
fn print_withheld(record: &ErrorRecord) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = match PRINTED.lock() {
        Ok(mut printed) => printed.insert(record.code().to_owned()),
        Err(_) => false,
    };
    if is_new {
        let code = record.code();
        let printable = record.clone().without_secrets();
        warn(&format!(
            "clients don't see the values of `{code}`, because it's a server error; to show them, \
             add the key `public`. Only debug builds print this, once per code: {printable:?}"
        ));
    }
}
