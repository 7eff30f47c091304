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

/// Returns the classes of four changes: a value is added, a value is removed, some errors no longer
/// have the fact, and all errors have the fact now.
const fn classes(class: FactClass) -> [ChangeClass; 4] {
    match class {
        FactClass::Behavior | FactClass::Severity | FactClass::Link => {
            [Breaking, Additive, Breaking, Additive]
        }
        FactClass::Promise | FactClass::Presence | FactClass::Choice => {
            [Additive, Breaking, Breaking, Additive]
        }
        FactClass::Variable => [Breaking, Breaking, Breaking, Breaking],
        FactClass::Notice => [Additive, Cosmetic, Cosmetic, Cosmetic],
        _ => [Cosmetic, Cosmetic, Cosmetic, Cosmetic],
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
        Self::new(states.into_iter().map(presence))
    }

    /// Returns the presence of an element in each list.
    pub(super) fn presence_of(&self, element: &Value) -> Self {
        Self::presence(self.0.iter().map(|list| contains(list, element)))
    }

    /// Whether all declarations have this value.
    pub(super) fn are_only(&self, value: &Value) -> bool {
        self.only() == Some(value)
    }

    /// Whether no error has the fact.
    pub(super) fn are_absent(&self) -> bool {
        self.0.iter().all(Value::is_null)
    }

    fn may_be_absent(&self) -> bool {
        self.0.contains(&Value::Null)
    }

    /// Returns what callers distinguish about each value.
    fn distinguished(&self, class: FactClass) -> Vec<Value> {
        let values = self.0.iter();
        values.map(|value| distinguished(value, class)).collect()
    }

    /// Returns the class of the change to other values.
    pub(super) fn class_of_change(&self, new: &Self, class: FactClass) -> ChangeClass {
        if class == FactClass::Link && self.are_absent() {
            return Additive;
        }
        let [added, removed, became_absent, became_present] = classes(class);
        let before = self.distinguished(class);
        let after = new.distinguished(class);
        let mut found = Vec::new();
        for value in after.iter().filter(|value| !before.contains(value)) {
            found.push(if value.is_null() {
                became_absent
            } else {
                added
            });
        }
        for value in before.iter().filter(|value| !after.contains(value)) {
            found.push(if value.is_null() {
                became_present
            } else {
                removed
            });
        }
        // Breaking changes are the smallest.
        found.into_iter().min().unwrap_or(Cosmetic)
    }

    /// Describes which errors gained or lost the fact, such as `added` or `missing in some errors`.
    /// Returns `changed` if these errors are the same.
    pub(super) fn change_of_presence(&self, new: &Self) -> &'static str {
        let some_lacked_it = self.may_be_absent();
        let some_lack_it_now = new.may_be_absent();
        if new.are_absent() {
            "removed"
        } else if self.are_absent() && some_lack_it_now {
            "added to some errors"
        } else if self.are_absent() {
            "added"
        } else if some_lacked_it == some_lack_it_now {
            "changed"
        } else if some_lack_it_now {
            "missing in some errors"
        } else {
            "added to all errors"
        }
    }

    /// Formats the values for use in a sentence, such as `` `validation` or `execution` ``.
    pub(super) fn shown(&self) -> String {
        let values: Vec<String> = self.present().map(shown).collect();
        let mut sentence = values.join(" or ");
        if self.may_be_absent() {
            sentence += " in some errors";
        }
        sentence
    }

    /// Returns strings as is, and other values as JSON, one per line.
    pub(super) fn lines(&self) -> String {
        let lines: Vec<String> = self.present().map(line).collect();
        lines.join("\n")
    }

    fn present(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(|value| !value.is_null())
    }
}

/// Returns what callers distinguish: the value, the presence of the fact, or whether the error is a
/// warning.
fn distinguished(value: &Value, class: FactClass) -> Value {
    match class {
        FactClass::Behavior | FactClass::Link => value.clone(),
        FactClass::Severity => json!(value == "warning"),
        _ => presence(!value.is_null()),
    }
}

fn presence(is_present: bool) -> Value {
    if is_present { json!(true) } else { Value::Null }
}

fn contains(list: &Value, element: &Value) -> bool {
    list.as_array().is_some_and(|list| list.contains(element))
}

fn line(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Formats a value for use in a sentence. Strings are in backticks.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => format!("`{word}`"),
        other => other.to_string(),
    }
}
