//! The context of a record, an ordered map with unique names.

use crate::error::to_json::ToJson;
use crate::text::sanitize::clean_capped;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;

/// The context of an [`ErrorRecord`](crate::ErrorRecord): named values, in insertion order.
///
/// Names are unique: a second value with the same name replaces the first. Names are also sanitized the way formats
/// display them. Control characters are removed, U+2028 and U+2029 become line breaks, and U+FFFE and U+FFFF become
/// U+FFFD.
#[derive(Clone, Default)]
pub struct NamedValues {
    entries: Vec<(String, Value)>,
    /// Maps names to indexes. `None` while there are few names, and after a removal.
    places: Option<HashMap<String, usize>>,
    /// Converts a value to a trait object. Set when the first value is added, so that programs that never add one don't
    /// link the code for serializing values.
    as_json: Option<for<'a> fn(&'a Value) -> &'a dyn ToJson>,
}

/// The maximum number of names for which a linear search is faster than a hash map.
const FEW: usize = 16;

impl NamedValues {
    /// Creates an empty context.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty context with capacity for a few values.
    #[cfg(feature = "parse")]
    pub(crate) fn with_room() -> Self {
        Self { entries: Vec::with_capacity(4), ..Self::default() }
    }

    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns one of the values as a trait object that serializes to JSON.
    pub(super) fn json<'a>(&self, value: &'a Value) -> &'a dyn ToJson {
        self.as_json.map_or(&(), |as_json| as_json(value))
    }

    /// Inserts a value, or replaces the value with the same name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let mut name = name.into();
        clean(&mut name);
        match self.place(&name) {
            Some(place) => self.entries[place].1 = value.into(),
            None => self.push(name, value.into()),
        }
    }

    /// Inserts a value, unless the name already exists.
    #[cfg(feature = "parse")]
    pub(crate) fn insert_new(&mut self, mut name: String, value: Value) {
        clean(&mut name);
        if self.place(&name).is_none() {
            self.push(name, value);
        }
    }

    /// Removes the value at an index. Returns the value and its name.
    ///
    /// # Panics
    ///
    /// Panics if the index is out of bounds.
    pub fn remove(&mut self, place: usize) -> (String, Value) {
        self.places = None;
        self.entries.remove(place)
    }

    /// Keeps only the values for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&(String, Value)) -> bool) {
        self.places = None;
        self.entries.retain(keep);
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        self.places = None;
        self.entries.clear();
    }

    #[inline]
    fn place(&mut self, name: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|(known, _)| known == name);
        }
        let index = || self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect();
        self.places.get_or_insert_with(index).get(name).copied()
    }

    #[inline]
    fn push(&mut self, name: String, value: Value) {
        if let Some(places) = &mut self.places {
            places.insert(name.clone(), self.entries.len());
        }
        self.as_json = Some(|value| value);
        self.entries.push((name, value));
    }
}

/// Sanitizes a name the way formats display it.
#[inline]
fn clean(name: &mut String) {
    // Most names are identifiers and don't change.
    if !name.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        *name = cleaned(name);
    }
}

#[cold]
fn cleaned(name: &str) -> String {
    let shown = |character| match character {
        '\u{2028}' | '\u{2029}' => '\n',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        other => other,
    };
    clean_capped(&name, usize::MAX).chars().map(shown).collect()
}

impl Deref for NamedValues {
    type Target = [(String, Value)];

    fn deref(&self) -> &[(String, Value)] {
        &self.entries
    }
}

impl fmt::Debug for NamedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct DebugAsJson<'a>(&'a dyn ToJson);
        impl fmt::Debug for DebugAsJson<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut json = String::new();
                // If serialization fails, the output is incomplete.
                let _ = self.0.push_json(&mut json);
                f.write_str(&json)
            }
        }
        f.debug_map().entries(self.iter().map(|(name, value)| (name, DebugAsJson(self.json(value))))).finish()
    }
}

impl PartialEq for NamedValues {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl PartialEq<[(String, Value)]> for NamedValues {
    fn eq(&self, other: &[(String, Value)]) -> bool {
        self.entries == other
    }
}

impl<const N: usize> PartialEq<[(String, Value); N]> for NamedValues {
    fn eq(&self, other: &[(String, Value); N]) -> bool {
        self.entries == other
    }
}

impl Extend<(String, Value)> for NamedValues {
    fn extend<I: IntoIterator<Item = (String, Value)>>(&mut self, values: I) {
        for (name, value) in values {
            self.insert(name, value);
        }
    }
}

impl FromIterator<(String, Value)> for NamedValues {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        let mut named = Self::new();
        named.extend(values);
        named
    }
}

impl IntoIterator for NamedValues {
    type Item = (String, Value);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a> IntoIterator for &'a NamedValues {
    type Item = &'a (String, Value);
    type IntoIter = std::slice::Iter<'a, (String, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::NamedValues;
    use serde_json::{Value, json};

    #[test]
    fn values_are_written_however_they_came() {
        let values = [("half", json!(0.5)), ("none", Value::Null), ("list", json!(["a\n", {"b": 1}]))];
        let named: NamedValues = values.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        assert_eq!(format!("{named:?}"), r#"{"half": 0.5, "none": null, "list": ["a\n",{"b":1}]}"#);
        let mut kept = named.clone();
        kept.retain(|(name, _)| name != "none");
        kept.insert("list", 1);
        assert_eq!(format!("{kept:?}"), r#"{"half": 0.5, "list": 1}"#);
        assert_eq!(format!("{:?}", NamedValues::new()), "{}");
    }
}
