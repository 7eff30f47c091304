//! The values of a fact in all declarations of a code.

use crate::document::Declaration;
use crate::json_cursor::{JsonCursor, Read};
use crate::schema::Sorted;
use agent_error::definition::Fact;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

/// The values of a fact. There's one value unless the declarations of a shared code differ.
///
/// The values don't depend on the names of the declaring types or their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Values {
    /// The distinct values, sorted by their JSON representation.
    all: Vec<Value>,
    /// Whether every error with the code has the fact.
    pub(super) always: bool,
}

impl Values {
    /// Collects the values of a fact from all declarations of a code. Returns `None` if no declaration has the fact.
    pub(super) fn of(fact: &Fact, declarations: &[Declaration]) -> Option<Self> {
        let values = declarations.iter().filter_map(|declared| declared.value(fact.name)).cloned();
        let always =
            declarations.iter().all(|declared| declared.value(fact.name).is_some() && !declared.is_optional(fact.name));
        let values = Self::new(values.collect(), always);
        (!values.is_empty()).then_some(values)
    }

    fn new(mut all: Vec<Value>, always: bool) -> Self {
        all.sort_by_cached_key(|value| serde_json::to_string(&Sorted(value)).unwrap_or_default());
        all.dedup();
        Self { all, always }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Value> {
        self.all.iter()
    }

    /// Returns the value if every error with the code has the fact with this value.
    pub(super) fn single(&self) -> Option<&Value> {
        match self.all.as_slice() {
            [only] if self.always => Some(only),
            _ => None,
        }
    }

    /// Returns the values that `other` doesn't contain.
    pub(super) fn without<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Value> {
        self.iter().filter(|value| !other.all.contains(value))
    }

    /// Returns the distinct elements of all lists, each with a flag: whether every error with the code has the element.
    pub(super) fn elements(&self) -> Vec<(&Value, bool)> {
        let lists: Vec<&Vec<Value>> = self.iter().filter_map(Value::as_array).collect();
        let mut elements: Vec<(&Value, bool)> = Vec::new();
        for element in lists.iter().copied().flatten() {
            if !elements.iter().any(|(known, _)| *known == element) {
                elements.push((element, self.always && lists.iter().all(|list| list.contains(element))));
            }
        }
        elements
    }

    /// Joins the string values, one per line.
    pub(super) fn text(&self) -> String {
        self.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// Serializes the values for a lock file: as the value itself, or as `{"one_of": [...], "always": false}` if the
/// declarations differ.
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(only) = self.single() {
            return Sorted(only).serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("one_of", &self.all.iter().map(Sorted).collect::<Vec<_>>())?;
        if !self.always {
            map.serialize_entry("always", &false)?;
        }
        map.end()
    }
}

impl JsonCursor<'_> {
    /// Parses the values of a fact in a lock file.
    pub(super) fn values(&self, fact: &Fact) -> Read<Values> {
        let Some(several) = self.get("one_of") else {
            return Ok(Values { all: vec![self.fact(fact)?], always: true });
        };
        let all = several.list("a list of values")?.map(|value| value.fact(fact)).collect::<Read<Vec<_>>>()?;
        if all.is_empty() {
            return Err(several.invalid("a list of at least one value"));
        }
        let always = self.get("always").map(|always| always.boolean()).transpose()?;
        Ok(Values::new(all, always.unwrap_or(true)))
    }
}
