//! The context of a record.

use super::item::ContextItem;
use super::value::ContextValue;
use crate::text::sanitize::{UniqueNames, sanitize, sanitize_name};
use serde_json::Value;
#[cfg(feature = "parse")]
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The context of an [`ErrorRecord`](crate::ErrorRecord): named values, in insertion order.
///
/// Only [`with_context`](crate::ErrorRecord::with_context) and
/// [`with_field_error`](crate::ErrorRecord::with_field_error) change it. Names are unique: a second
/// value with the same name replaces the first. Names are also sanitized for all formats. Control
/// characters are removed, U+2028 and U+2029 become line breaks, and U+FFFE and U+FFFF become
/// U+FFFD.
///
/// ```
/// use agent_error::ErrorRecord;
///
/// let record = ErrorRecord::new("FULL", "the disk is full").with_context("free", 7);
/// assert_eq!(record.context().get("free").unwrap(), 7);
/// assert_eq!(record.context().len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Context {
    entries: Vec<(String, ContextValue)>,
    /// The index of each name. Empty after other changes than insertions, and while there are few
    /// names, unlike in a parsed document.
    #[cfg(feature = "parse")]
    places: BTreeMap<String, usize>,
}

impl Context {
    /// Returns the value with this name as JSON.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.value(name).map(ContextValue::json)
    }

    /// Iterates over the names and their values as JSON, in insertion order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Value)> {
        self.entries
            .iter()
            .map(|(name, value)| (name.as_str(), value.json()))
    }

    /// Iterates over the names and their values in the forms that formats write, in insertion order.
    /// Unlike [`iter`](Self::iter), this doesn't convert the values, so a format links less code.
    pub fn items(&self) -> impl Iterator<Item = (&str, ContextItem<'_>)> {
        self.entries
            .iter()
            .map(|(name, value)| (name.as_str(), ContextItem(value)))
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn value(&self, name: &str) -> Option<&ContextValue> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    pub(crate) fn entries(&self) -> &[(String, ContextValue)] {
        &self.entries
    }

    /// For crates of this project. Keeps the values for which `keep` returns true.
    #[doc(hidden)]
    pub fn __retain(&mut self, keep: impl Fn(&ContextValue) -> bool) {
        #[cfg(feature = "parse")]
        self.places.clear();
        self.entries.retain(|(_, value)| keep(value));
    }

    /// For crates of this project.
    #[doc(hidden)]
    pub fn __values_mut(&mut self) -> impl Iterator<Item = &mut ContextValue> {
        self.values_mut()
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut ContextValue> {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    #[cfg(any(feature = "parse", feature = "redact"))]
    pub(crate) fn into_entries(self) -> Vec<(String, ContextValue)> {
        self.entries
    }

    /// Inserts a value, or replaces the value with the same name.
    pub(crate) fn insert(&mut self, name: impl Into<String>, value: impl Into<ContextValue>) {
        self.set(name.into(), value.into());
    }

    /// Inserts a value under this name. If another value has the name, appends a number.
    pub(crate) fn insert_beside(&mut self, name: &str, value: ContextValue) {
        let mut names = UniqueNames::default();
        for (known, _) in &self.entries {
            names.add(known.clone());
        }
        self.set(names.add(name.to_owned()), value);
    }

    // Inlined, each call takes 300 bytes.
    #[inline(never)]
    fn set(&mut self, name: String, value: ContextValue) {
        let name = sanitized(name);
        if let Some(place) = self.place_of(&name) {
            self.entries[place].1 = value;
            return;
        }
        #[cfg(feature = "parse")]
        if !self.places.is_empty() {
            self.places.insert(name.clone(), self.entries.len());
        }
        self.entries.push((name, value));
    }

    /// Returns the index of a name. If there are many names, looks it up in `places`.
    fn place_of(&mut self, name: &str) -> Option<usize> {
        #[cfg(feature = "parse")]
        if self.entries.len() > 16 {
            if self.places.is_empty() {
                self.index();
            }
            return self.places.get(name).copied();
        }
        self.entries.iter().position(|(known, _)| known == name)
    }

    #[cfg(feature = "parse")]
    fn index(&mut self) {
        for (place, (name, _)) in self.entries.iter().enumerate() {
            self.places.insert(name.clone(), place);
        }
    }

    /// Adds the values whose names are new.
    #[cfg(feature = "parse")]
    pub(crate) fn extend_new(&mut self, values: impl IntoIterator<Item = (String, ContextValue)>) {
        let known: BTreeSet<String> = self.entries.iter().map(|(name, _)| name.clone()).collect();
        for (name, value) in values {
            if !known.contains(&name) {
                self.set(name, value);
            }
        }
    }

    /// Sanitizes and truncates the names and values. If two truncated names are equal, appends a
    /// number to the second.
    pub(crate) fn clean(&mut self, cap: usize) {
        #[cfg(feature = "parse")]
        self.places.clear();
        let mut names = UniqueNames::default();
        for (name, value) in &mut self.entries {
            sanitize_name(name, cap);
            *name = names.add(std::mem::take(name));
            value.sanitize(cap);
        }
    }

    /// Removes a value and returns it.
    pub(crate) fn remove(&mut self, name: &str) -> Option<ContextValue> {
        let place = self.entries.iter().position(|(known, _)| known == name)?;
        #[cfg(feature = "parse")]
        self.places.clear();
        Some(self.entries.remove(place).1)
    }
}

fn sanitized(mut name: String) -> String {
    sanitize(&mut name, usize::MAX);
    if name.is_ascii() {
        return name;
    }
    let replaced = name.chars().map(|character| match character {
        '\u{2028}' | '\u{2029}' => '\n',
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        other => other,
    });
    replaced.collect()
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries.iter().map(|(name, value)| (name, value));
        f.debug_map().entries(entries).finish()
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl FromIterator<(String, ContextValue)> for Context {
    fn from_iter<I: IntoIterator<Item = (String, ContextValue)>>(values: I) -> Self {
        let mut context = Self::default();
        for (name, value) in values {
            context.set(name, value);
        }
        context
    }
}
