//! The context of a record.

use super::value::ContextValue;
use crate::text::sanitize::{sanitize, sanitize_name, unique};
#[cfg(feature = "parse")]
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// The context of an [`ErrorRecord`](crate::ErrorRecord): named values, in insertion order.
///
/// Names are unique: a second value with the same name replaces the first. Names are also sanitized
/// for all formats. Control characters are removed, U+2028 and U+2029 become line breaks, and
/// U+FFFE and U+FFFF become U+FFFD.
#[derive(Clone, Default)]
pub struct NamedValues {
    entries: Vec<(String, ContextValue)>,
    /// The index of each name. Empty after a removal, and while there are few names, unlike in a
    /// parsed document.
    #[cfg(feature = "parse")]
    places: BTreeMap<String, usize>,
}

impl NamedValues {
    /// Creates an empty context.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            #[cfg(feature = "parse")]
            places: BTreeMap::new(),
        }
    }

    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&ContextValue> {
        self.entries
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// Inserts a value, or replaces the value with the same name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<ContextValue>) {
        self.set(name.into(), value.into());
    }

    // Inlined, each call takes 300 bytes.
    #[inline(never)]
    fn set(&mut self, name: String, value: ContextValue) {
        let name = sanitized(name);
        match self.place(&name) {
            Some(place) => self.entries[place].1 = value,
            None => {
                #[cfg(feature = "parse")]
                if !self.places.is_empty() {
                    self.places.insert(name.clone(), self.entries.len());
                }
                self.entries.push((name, value));
            }
        }
    }

    fn place(&mut self, name: &str) -> Option<usize> {
        #[cfg(feature = "parse")]
        if self.entries.len() > 16 {
            if self.places.is_empty() {
                self.places = self
                    .entries
                    .iter()
                    .enumerate()
                    .map(|(place, (name, _))| (name.clone(), place))
                    .collect();
            }
            return self.places.get(name).copied();
        }
        self.entries.iter().position(|(known, _)| known == name)
    }

    #[cfg(feature = "parse")]
    pub(crate) fn extend_new(&mut self, values: impl IntoIterator<Item = (String, ContextValue)>) {
        let known: BTreeSet<String> = self.entries.iter().map(|(name, _)| name.clone()).collect();
        self.extend(values.into_iter().filter(|(name, _)| !known.contains(name)));
    }

    /// Sanitizes and truncates the names and values. If two truncated names are equal, appends a
    /// number to the second.
    pub(crate) fn clean(&mut self, cap: usize) {
        for place in 0..self.entries.len() {
            let (name, value) = &mut self.entries[place];
            value.sanitize(cap);
            let mut cleaned = name.clone();
            sanitize_name(&mut cleaned, cap);
            if cleaned != *name {
                #[cfg(feature = "parse")]
                self.places.clear();
                self.entries[place].0 =
                    unique(cleaned, place, &mut |name| self.get(name).is_some());
            }
        }
    }

    /// Removes a value and returns it.
    pub fn remove(&mut self, name: &str) -> Option<ContextValue> {
        let place = self.entries.iter().position(|(known, _)| known == name)?;
        #[cfg(feature = "parse")]
        self.places.clear();
        Some(self.entries.remove(place).1)
    }

    /// Keeps only the values for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&(String, ContextValue)) -> bool) {
        #[cfg(feature = "parse")]
        self.places.clear();
        self.entries.retain(keep);
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
        f.debug_map()
            .entries(self.entries.iter().map(|(name, value)| (name, value)))
            .finish()
    }
}

impl PartialEq for NamedValues {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

/// Adds named values. If several have the same name, the last one wins.
impl<V: Into<ContextValue>> Extend<(String, V)> for NamedValues {
    fn extend<I: IntoIterator<Item = (String, V)>>(&mut self, values: I) {
        for (name, value) in values {
            self.set(name, value.into());
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
