//! A context value as formats write it.

use super::listing::Listing;
use super::value::ContextValue;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A value in the context of an error, in the forms that formats write.
///
/// [`Context::items`](crate::Context::items) returns the items.
///
/// ```
/// use agent_error::ErrorRecord;
///
/// let record = ErrorRecord::new("FULL", "the disk is full").with_context("free", 7);
/// for (name, item) in record.context().items() {
///     assert_eq!(format!("{name}={}", item.raw().get()), "free=7");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContextItem<'a>(pub(super) &'a ContextValue);

impl<'a> ContextItem<'a> {
    /// Returns the value's text in JSON.
    pub fn raw(self) -> Cow<'a, RawValue> {
        self.0.raw()
    }

    /// Returns the value as plain text: a string without quotes, a listing with one name per line,
    /// and any other value as JSON.
    pub fn text(self) -> String {
        self.0.text()
    }

    /// Returns the value if it's a listing.
    pub fn listing(self) -> Option<&'a Listing> {
        match self.0 {
            ContextValue::Listing(listing) => Some(listing),
            _ => None,
        }
    }

    /// Whether the value is the list of invalid fields, to which
    /// [`with_field_error`](crate::ErrorRecord::with_field_error) adds. Most formats write it
    /// separately.
    pub fn is_field_errors(self) -> bool {
        matches!(self.0, ContextValue::FieldErrors(_))
    }
}
