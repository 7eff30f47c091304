//! The named values of a record, each name once.

use crate::error::to_json::ToJson;
use crate::text::clean::clean_capped;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;

/// The named values of a record, in the order in which they were added.
///
/// Names lose their control characters when they are added, and are unique: a second value for a name replaces the
/// first. U+2028 and U+2029 become line breaks, U+FFFE and U+FFFF become U+FFFD, as formats show them.
#[derive(Clone, Default)]
pub struct NamedValues {
    entries: Vec<(String, Value)>,
    /// The indexes of the names; none while there are few, and after a removal.
    places: Option<HashMap<String, usize>>,
    /// A value as what can be written; set by the first value. A program that adds none links no code that writes values
    /// of any kind, although the registry recognizes records.
    as_json: Option<for<'a> fn(&'a Value) -> &'a dyn ToJson>,
}

/// Up to this number of names a linear search is faster.
const FEW: usize = 16;

impl NamedValues {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// No values, with room for a few: they are added without growing.
    #[cfg(feature = "parse")]
    pub(crate) fn with_room() -> Self {
        Self { entries: Vec::with_capacity(4), ..Self::default() }
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// One of the values as JSON.
    pub(super) fn json<'a>(&self, value: &'a Value) -> &'a dyn ToJson {
        self.as_json.map_or(&(), |as_json| as_json(value))
    }

    /// Adds a value, or replaces the value of the same name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let mut name = name.into();
        clean(&mut name);
        match self.place(&name) {
            Some(place) => self.entries[place].1 = value.into(),
            None => self.push(name, value.into()),
        }
    }

    /// Adds a value unless the name exists.
    #[cfg(feature = "parse")]
    pub(crate) fn insert_new(&mut self, mut name: String, value: Value) {
        clean(&mut name);
        if self.place(&name).is_none() {
            self.push(name, value);
        }
    }

    /// Removes the value at an index and returns it with its name.
    ///
    /// # Panics
    ///
    /// If the index is out of bounds.
    pub fn remove(&mut self, place: usize) -> (String, Value) {
        self.places = None;
        self.entries.remove(place)
    }

    /// Keeps the values for which `keep` returns true.
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

/// Makes a name what every format shows.
#[inline]
fn clean(name: &mut String) {
    // Most names are identifiers.
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
        struct AsJson<'a>(&'a dyn ToJson);
        impl fmt::Debug for AsJson<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut json = String::new();
                // What cannot be written is shown as far as it was.
                let _ = self.0.push_json(&mut json);
                f.write_str(&json)
            }
        }
        f.debug_map().entries(self.iter().map(|(name, value)| (name, AsJson(self.json(value))))).finish()
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
