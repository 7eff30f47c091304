//! The context of a record.

use super::value::ContextValue;
use crate::text::sanitize::sanitize;
use serde_json::Value;
use std::collections::BTreeMap;
#[cfg(feature = "parse")]
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// The context of an [`ErrorRecord`](crate::ErrorRecord): named values, in insertion order.
///
/// Names are unique: a second value with the same name replaces the first. Names are also sanitized the way formats
/// display them. Control characters are removed, U+2028 and U+2029 become line breaks, and U+FFFE and U+FFFF become
/// U+FFFD.
#[derive(Clone, Default)]
pub struct NamedValues {
    entries: Vec<(String, ContextValue)>,
    /// The index of each name. Empty while there are few names, and after a removal.
    places: BTreeMap<String, usize>,
}

/// The maximum number of names that are searched one by one.
const FEW: usize = 16;

impl NamedValues {
    /// Creates an empty context.
    pub const fn new() -> Self {
        Self { entries: Vec::new(), places: BTreeMap::new() }
    }

    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&ContextValue> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Inserts a value, or replaces the value with the same name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<ContextValue>) {
        let name = sanitized(name.into());
        match self.place(&name) {
            Some(place) => self.entries[place].1 = value.into(),
            None => {
                if !self.places.is_empty() {
                    self.places.insert(name.clone(), self.entries.len());
                }
                self.entries.push((name, value.into()));
            }
        }
    }

    fn place(&mut self, name: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|(known, _)| known == name);
        }
        if self.places.is_empty() {
            self.places = self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect();
        }
        self.places.get(name).copied()
    }

    /// Adds the values whose names don't exist yet.
    #[cfg(feature = "parse")]
    pub(crate) fn extend_new(&mut self, values: impl IntoIterator<Item = (String, ContextValue)>) {
        let known: BTreeSet<String> = self.entries.iter().map(|(name, _)| name.clone()).collect();
        self.extend(values.into_iter().filter(|(name, _)| !known.contains(name)));
    }

    /// Removes a value and returns it.
    pub fn remove(&mut self, name: &str) -> Option<ContextValue> {
        let place = self.entries.iter().position(|(known, _)| known == name)?;
        self.places.clear();
        Some(self.entries.remove(place).1)
    }

    /// Keeps only the values for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&(String, ContextValue)) -> bool) {
        self.places.clear();
        self.entries.retain(keep);
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
    }
}

/// Sanitizes a name the way formats display it.
fn sanitized(mut name: String) -> String {
    sanitize(&mut name, usize::MAX);
    name.replace(['\u{2028}', '\u{2029}'], "\n").replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

impl Deref for NamedValues {
    type Target = [(String, ContextValue)];

    fn deref(&self) -> &[(String, ContextValue)] {
        &self.entries
    }
}

impl DerefMut for NamedValues {
    fn deref_mut(&mut self) -> &mut [(String, ContextValue)] {
        &mut self.entries
    }
}

impl fmt::Debug for NamedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.entries.iter().map(|(name, value)| (name, value))).finish()
    }
}

impl PartialEq for NamedValues {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<const N: usize> PartialEq<[(String, Value); N]> for NamedValues {
    fn eq(&self, other: &[(String, Value); N]) -> bool {
        self.entries.len() == N
            && self.entries.iter().zip(other).all(|(own, other)| own.0 == other.0 && own.1 == other.1)
    }
}

/// Adds named values. If several have the same name, the last one wins.
impl<V: Into<ContextValue>> Extend<(String, V)> for NamedValues {
    fn extend<I: IntoIterator<Item = (String, V)>>(&mut self, values: I) {
        for (name, value) in values {
            self.insert(name, value);
        }
    }
}

impl<V: Into<ContextValue>> FromIterator<(String, V)> for NamedValues {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(values: I) -> Self {
        let mut named = Self::new();
        named.extend(values);
        named
    }
}

impl IntoIterator for NamedValues {
    type Item = (String, ContextValue);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a> IntoIterator for &'a NamedValues {
    type Item = &'a (String, ContextValue);
    type IntoIter = std::slice::Iter<'a, (String, ContextValue)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}
