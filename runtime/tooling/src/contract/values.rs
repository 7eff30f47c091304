//! The values of a fact, and the class of a change to them.

use super::ChangeClass::{self, Additive, Breaking, Cosmetic};
use crate::facts::FactClass;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The distinct values of a fact in all declarations of a code, sorted. Null if some errors lack
/// the fact.
///
/// The values don't depend on the names or the order of the declaring types.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Value", into = "Value")]
pub(super) struct Values(pub(super) Vec<Value>);

/// Writes a single value as is, and several values as `{"one_of": [...]}`.
impl From<Values> for Value {
    fn from(values: Values) -> Self {
        match values.only() {
            Some(only) => only.clone(),
            None => json!({"one_of": values.0}),
        }
    }
}

impl From<Value> for Values {
    fn from(value: Value) -> Self {
        match value.get("one_of").and_then(Value::as_array) {
            Some(several) if !several.is_empty() => Self::new(several.clone()),
            _ => Self::new([value]),
        }
    }
}

/// The values of a fact that no error has.
impl Default for Values {
    fn default() -> Self {
        Self(vec![Value::Null])
    }
}

/// The classes of three changes to the values of a fact.
struct Classes {
    /// A value is added.
    added: ChangeClass,
    /// Some errors no longer have the fact.
    absent: ChangeClass,
    /// A value is removed.
    removed: ChangeClass,
}

impl Classes {
    const fn of(class: FactClass) -> Self {
        let (added, absent, removed) = match class {
            FactClass::Behavior | FactClass::Severity | FactClass::Link => {
                (Breaking, Breaking, Additive)
            }
            FactClass::Promise | FactClass::Presence | FactClass::Choice => {
                (Additive, Breaking, Breaking)
            }
            FactClass::Variable => (Breaking, Additive, Additive),
            FactClass::Notice => (Additive, Cosmetic, Cosmetic),
            _ => (Cosmetic, Cosmetic, Cosmetic),
        };
        Self {
            added,
            absent,
            removed,
        }
    }
}

impl Values {
    pub(super) fn new(values: impl IntoIterator<Item = Value>) -> Self {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.iter_mut().for_each(Value::sort_all_objects);
        values.sort_by_cached_key(Value::to_string);
        values.dedup();
        Self(values)
    }

    /// Returns the value, if it's the same in all declarations.
    pub(super) fn only(&self) -> Option<&Value> {
        match self.0.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the values of a fact that's only present or absent.
    pub(super) fn presence(states: impl IntoIterator<Item = bool>) -> Self {
        let states = states.into_iter();
        Self::new(states.map(|is_present| json!(is_present.then_some(true))))
    }

    /// Returns the presence of an element in each list.
    pub(super) fn presence_of(&self, element: &Value) -> Self {
        let has_element = |list: &Value| list.as_array().is_some_and(|list| list.contains(element));
        Self::presence(self.0.iter().map(has_element))
    }

    /// Whether no error has the fact.
    pub(super) fn are_absent(&self) -> bool {
        self.0.iter().all(Value::is_null)
    }

    fn may_be_absent(&self) -> bool {
        self.0.contains(&Value::Null)
    }

    /// Returns what callers distinguish: the value, the presence of the fact, or whether the error
    /// is a warning.
    fn distinguished(&self, class: FactClass) -> Vec<Value> {
        let distinguished = self.0.iter().map(|value| match class {
            FactClass::Behavior | FactClass::Link => value.clone(),
            FactClass::Severity => (value == "warning").into(),
            _ if value.is_null() => Value::Null,
            _ => true.into(),
        });
        distinguished.collect()
    }

    /// Returns the class of the change to other values.
    pub(super) fn class_of_change(&self, new: &Self, class: FactClass) -> ChangeClass {
        if class == FactClass::Link && self.are_absent() {
            return Additive;
        }
        let classes = Classes::of(class);
        let old = self.distinguished(class);
        let new = new.distinguished(class);
        let added = new.iter().filter(|value| !old.contains(value));
        let added = added.map(|value| match value {
            Value::Null => classes.absent,
            _ => classes.added,
        });
        let removed = old.iter().filter(|value| !new.contains(value));
        let removed = removed.map(|value| match value {
            Value::Null => classes.removed.max(Additive),
            _ => classes.removed,
        });
        added.chain(removed).min().unwrap_or(Cosmetic)
    }

    /// Returns `added`, `removed` or `changed`.
    pub(super) fn change_of_presence(&self, new: &Self) -> &'static str {
        match (self.may_be_absent(), new.may_be_absent()) {
            _ if new.are_absent() => "removed",
            (_, false) if self.are_absent() => "added",
            (_, true) if self.are_absent() => "added to some errors",
            (true, false) => "added to all errors",
            (false, true) => "missing in some errors",
            _ => "changed",
        }
    }

    /// Formats the values for use in a sentence, such as `` `validation` or `execution` ``.
    pub(super) fn shown(&self) -> String {
        let values = self.0.iter().filter(|value| !value.is_null());
        let values: Vec<String> = values.map(shown).collect();
        let mut shown = values.join(" or ");
        if self.may_be_absent() {
            shown += " in some errors";
        }
        shown
    }

    /// Returns strings as is, and other values as JSON, one per line.
    pub(super) fn lines(&self) -> String {
        let values = self.0.iter().filter(|value| !value.is_null());
        let lines: Vec<String> = values
            .map(|value| match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            })
            .collect();
        lines.join("\n")
    }
}

/// Formats a value for use in a sentence. Strings are in backticks.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => format!("`{word}`"),
        other => other.to_string(),
    }
}
