//! Changes between two contracts.

use crate::contract::ChangeClass;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// A change to a contract.
///
/// `Display` formats the change on a single line without its class, such as `DB_LOCKED: exit code 6 became 12`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// How the change affects callers.
    pub class: ChangeClass,
    /// The code that changed, or the old code if it was renamed. For changes to commands, tools and other sections, the
    /// changed item, such as ``command `connect` ``.
    pub code: String,
    /// Describes the change, such as `exit code 6 became 12`.
    pub what: String,
    /// The old and new wording, if only the wording of a string changed.
    pub texts: Option<(String, String)>,
}

impl Change {
    /// Creates a change with a description.
    pub fn new(class: ChangeClass, code: impl Into<String>, what: impl Into<String>) -> Self {
        Self { class, code: code.into(), what: what.into(), texts: None }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.what)
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("class", &self.class)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("what", &self.what)?;
        if let Some((old, new)) = &self.texts {
            map.serialize_entry("old", old)?;
            map.serialize_entry("new", new)?;
        }
        map.end()
    }
}

/// All changes from one contract to another. Breaking changes come first; changes of the same class are sorted by code.
///
/// `Display` formats the changes as a multi-line list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub(crate) all: Vec<Change>,
    pub(crate) not_compared: Vec<String>,
}

impl Changes {
    /// Returns an iterator over the changes, breaking changes first.
    pub fn iter(&self) -> std::slice::Iter<'_, Change> {
        self.all.iter()
    }

    /// Adds a change and keeps the changes sorted.
    pub fn add(&mut self, change: Change) {
        self.all.push(change);
        self.all.sort_by(|a, b| (a.class, &a.code).cmp(&(b.class, &b.code)));
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether callers of the old contract can use the new contract. Returns `true` if no change is breaking.
    pub fn are_compatible(&self) -> bool {
        self.count(ChangeClass::Breaking) == 0
    }

    /// Returns the number of changes in a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.of(class).count()
    }

    /// Describes the fields that weren't compared, because their types have no JSON Schema.
    pub fn not_compared(&self) -> &[String] {
        &self.not_compared
    }

    /// Returns the changes in a class.
    pub fn of(&self, class: ChangeClass) -> impl Iterator<Item = &Change> {
        self.iter().filter(move |change| change.class == class)
    }

    /// Summarizes the changes by class, such as `1 breaking, 2 additive and 1 cosmetic change`.
    pub fn summary(&self) -> String {
        let classes = [ChangeClass::Breaking, ChangeClass::Additive, ChangeClass::Cosmetic];
        let counts = classes.into_iter().map(|class| (self.count(class), class)).filter(|(count, _)| *count > 0);
        let counts: Vec<(usize, ChangeClass)> = counts.collect();
        let plural = if counts.last().is_some_and(|(count, _)| *count == 1) { "" } else { "s" };
        let counts: Vec<String> = counts.iter().map(|(count, class)| format!("{count} {class}")).collect();
        match counts.as_slice() {
            [] => "no change".to_owned(),
            [only] => format!("{only} change{plural}"),
            [first @ .., last] => format!("{} and {last} change{plural}", first.join(", ")),
        }
    }
}

impl FromIterator<Change> for Changes {
    fn from_iter<I: IntoIterator<Item = Change>>(changes: I) -> Self {
        Self { all: changes.into_iter().collect(), not_compared: Vec::new() }
    }
}

impl<'a> IntoIterator for &'a Changes {
    type Item = &'a Change;
    type IntoIter = std::slice::Iter<'a, Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut class = None;
        for change in self {
            if class != Some(change.class) {
                writeln!(f, "{}{}:", if class.is_some() { "\n" } else { "" }, change.class)?;
                class = Some(change.class);
            }
            writeln!(f, "  {change}")?;
            if let Some((old, new)) = &change.texts {
                for (sign, text) in [('-', old), ('+', new)] {
                    text.lines().try_for_each(|line| writeln!(f, "      {sign} {line}"))?;
                }
            }
        }
        if !self.not_compared.is_empty() {
            writeln!(f, "{}not compared:", if class.is_some() { "\n" } else { "" })?;
            self.not_compared.iter().try_for_each(|what| writeln!(f, "  {what}"))?;
        }
        Ok(())
    }
}

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}
