//! Advice and explanations as text, for formats that have a single field for each.

use super::summary::{command_lines, names};
use crate::error::listing::VALUES_FROM;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::text::contains::contains_words;
use crate::text::sanitize::is_blank;

/// The maximum number of actions that are searched for in the suggestion. Each search reads all of it.
const MOST_SEARCHES: usize = 64;

impl ErrorRecord {
    /// Returns all advice as sentences, one per line, in the order in which a caller follows it:
    /// the required condition, the check command, the fix, the suggestion, the replacement and the
    /// actions. Omits what the suggestion already contains.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    ///
    /// let record = ErrorRecord::new("DB_FILE_MISSING", "no database")
    ///     .with_suggestion("Then repeat the import")
    ///     .with_fix_command("dbtool init");
    /// assert_eq!(record.advice().as_deref(), Some("Run `dbtool init`\nThen repeat the import"));
    /// ```
    #[inline]
    pub fn advice(&self) -> Option<String> {
        let suggestion = self.suggestion().unwrap_or_default();
        let mut sentences = Vec::new();
        sentences.extend(self.fix_required().map(str::to_owned));
        sentences.extend(sentence("Check with", self.check_command(), suggestion));
        sentences.extend(sentence("Run", self.fix_command(), suggestion));
        sentences.push(suggestion.to_owned());
        sentences.extend(sentence("Use", self.replacement(), suggestion));
        let mut actions = String::new();
        for (number, action) in self.actions().iter().enumerate() {
            let is_named = number < MOST_SEARCHES && contains_words(suggestion, action);
            if !is_named {
                actions += if actions.is_empty() { "Try " } else { ", " };
                actions += &format!("`{action}`");
            }
        }
        sentences.push(actions);
        sentences.retain(|sentence| !is_blank(sentence));
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }

    /// Returns the reason for the failure, for formats that omit the context: the detail, or else
    /// the invalid fields, or else the values to choose from.
    ///
    /// ```
    /// use agent_error::{ErrorRecord, FieldError};
    ///
    /// let record = ErrorRecord::new("INVALID", "invalid call")
    ///     .with_field_error(FieldError::new("role", "Unknown role."));
    /// assert_eq!(record.explanation().as_deref(), Some("role: Unknown role."));
    /// ```
    #[inline]
    pub fn explanation(&self) -> Option<String> {
        if let Some(detail) = self.detail() {
            return Some(detail.to_owned());
        }
        let mut lines = Vec::new();
        for field in self.field_errors() {
            lines.push(format!("{}: {field}", field.field()));
        }
        if lines.is_empty() {
            for (name, value) in self.context().entries() {
                lines.extend(choices(name, value));
            }
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// Returns a sentence with a command or a replacement, unless the suggestion contains it.
fn sentence(verb: &str, text: Option<&str>, suggestion: &str) -> Option<String> {
    let text = text.filter(|text| !text.is_empty() && !contains_words(suggestion, text))?;
    Some(format!("{verb} `{text}`"))
}

/// Formats a context value that lists names to choose from. Returns `None` for other values.
#[inline]
fn choices(name: &str, value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::Nearest(similar) => Some(format!("{name}: {}", names(similar))),
        ContextValue::Listing(commands) if name == VALUES_FROM => Some(command_lines(commands)),
        ContextValue::Listing(listing) if listing.is_described() => {
            Some(format!("{name}:\n{listing}"))
        }
        ContextValue::Listing(listing) => Some(format!("{name}: {listing}")),
        ContextValue::Json(_) | ContextValue::FieldErrors(_) => None,
    }
}
