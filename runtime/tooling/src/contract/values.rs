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
    fn from(Values(mut values): Values) -> Self {
        if values.len() == 1 {
            values.remove(0)
        } else {
            json!({"one_of": values})
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

/// Returns the classes of three changes: a value is added, the fact becomes absent, and a value is
/// removed.
const fn classes(class: FactClass) -> [ChangeClass; 3] {
    match class {
        FactClass::Behavior | FactClass::Severity => [Breaking, Breaking, Additive],
        FactClass::Promise | FactClass::Presence | FactClass::Choice => {
            [Additive, Breaking, Breaking]
        }
        FactClass::Variable => [Breaking, Additive, Additive],
        FactClass::Notice => [Additive, Cosmetic, Cosmetic],
        _ => [Cosmetic; 3],
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

    pub(super) fn absent() -> Self {
        Self(vec![Value::Null])
    }

    /// Returns the values of a fact that's only present or absent.
    pub(super) fn presence(states: impl IntoIterator<Item = bool>) -> Self {
        Self::new(
            states
                .into_iter()
                .map(|is_present| json!(is_present.then_some(true))),
        )
    }

    /// Returns the presence of an element in each list.
    pub(super) fn presence_of(&self, element: &Value) -> Self {
        Self::presence(
            self.0
                .iter()
                .map(|list| list.as_array().is_some_and(|list| list.contains(element))),
        )
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
            FactClass::Behavior => value.clone(),
            FactClass::Severity => (value == "warning").into(),
            _ if value.is_null() => Value::Null,
            _ => true.into(),
        });
        distinguished.collect()
    }

    /// Returns the class of the change to other values.
    pub(super) fn class_of_change(&self, new: &Self, class: FactClass) -> ChangeClass {
        let [new_value, newly_absent, lost] = classes(class);
        let (old, new) = (self.distinguished(class), new.distinguished(class));
        let added = new.iter().filter(|value| !old.contains(value));
        let added = added.map(|value| {
            if value.is_null() {
                newly_absent
            } else {
                new_value
            }
        });
        let removed = old.iter().filter(|value| !new.contains(value));
        let removed = removed.map(|value| {
            if value.is_null() {
                lost.max(Additive)
            } else {
                lost
            }
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
        let values: Vec<String> = self
            .0
            .iter()
            .filter(|value| !value.is_null())
            .map(shown)
            .collect();
        let some = if self.may_be_absent() {
            " in some errors"
        } else {
            ""
        };
        format!("{}{some}", values.join(" or "))
    }

    /// Returns strings as is, and other values as JSON, one per line.
    pub(super) fn lines(&self) -> String {
        let values = self.0.iter().filter(|value| !value.is_null());
        let lines = values.map(|value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Formats a value for use in a sentence. Strings and rules are in backticks, such as ``
/// `io NotFound` ``.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => format!("`{word}`"),
        Value::Object(rule) => {
            let words: Vec<&str> = ["rule", "value"]
                .iter()
                .filter_map(|name| rule.get(*name)?.as_str())
                .collect();
            format!("`{}`", words.join(" "))
        }
        other => other.to_string(),
    }
}
