//! Checks whether a new JSON Schema only accepts values that an old schema accepted.

use super::Values;
use crate::schema::{each, with_range};
use serde_json::{Map, Value, json};

/// Keywords that don't restrict values.
const NOTES: [&str; 8] = [
    "title",
    "description",
    "$comment",
    "examples",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// The maximum nesting depth of compared schemas, including references.
const MAX_DEPTH: usize = 200;

/// The maximum nesting depth of alternatives that list values.
const MAX_ALTERNATIVES_DEPTH: usize = 10;

/// The maximum number of compared pairs. Limits the time for schemas with many references.
const MAX_PAIRS: usize = 100_000;

/// Removes annotations, such as titles and descriptions, and converts the integer formats of
/// `schemars` to bounds.
pub(super) fn canonical(schema: &Value) -> Value {
    let mut schema = schema.clone();
    each(&mut schema, |schema| {
        for note in NOTES {
            schema.remove(note);
        }
        with_range(schema);
    });
    schema
}

impl Values {
    /// Whether these schemas accept every value that the new schemas accept. Returns `false` if
    /// that can't be determined.
    pub(super) fn accept_all_of(&self, new: &Self) -> bool {
        new.0.iter().all(|schema| self.accept(schema))
    }

    /// Whether one of these schemas accepts every value that a new schema accepts.
    fn accept(&self, new: &Value) -> bool {
        self.0.iter().any(|old| accepts_all_of(old, new))
    }
}

fn accepts_all_of(old: &Value, new: &Value) -> bool {
    let mut comparison = Comparison {
        old_root: old,
        new_root: new,
        current: Vec::new(),
        pairs: 0,
    };
    comparison.accepts(old, new)
}

fn is_anything(schema: &Value) -> bool {
    *schema == json!({}) || *schema == Value::Bool(true)
}

/// The comparison of two schemas, which may refer to their own definitions.
struct Comparison<'a> {
    old_root: &'a Value,
    new_root: &'a Value,
    /// The pairs that are being compared, outermost first.
    current: Vec<(*const Value, *const Value)>,
    pairs: usize,
}

impl<'a> Comparison<'a> {
    fn accepts(&mut self, old: &'a Value, new: &'a Value) -> bool {
        let old = resolved(old, self.old_root);
        let new = resolved(new, self.new_root);
        let pair = (std::ptr::from_ref(old), std::ptr::from_ref(new));
        // Assume that a recursive reference is compatible.
        if self.current.contains(&pair) {
            return true;
        }
        if self.current.len() > MAX_DEPTH || self.pairs > MAX_PAIRS {
            return false;
        }
        self.pairs += 1;
        self.current.push(pair);
        let is_accepted = self.accepts_resolved(old, new);
        self.current.pop();
        is_accepted
    }

    fn accepts_resolved(&mut self, old: &'a Value, new: &'a Value) -> bool {
        if is_anything(old) {
            return true;
        }
        let old_values = listed_values(old, self.old_root, 0);
        let new_values = listed_values(new, self.new_root, 0);
        if let (Some(old_values), Some(new_values)) = (old_values, new_values) {
            return new_values.iter().all(|value| old_values.contains(value));
        }
        if let Some(new_alternatives) = alternatives(new) {
            return new_alternatives.iter().all(|new| self.accepts(old, new));
        }
        if let Some(old_alternatives) = alternatives(old) {
            return old_alternatives.iter().any(|old| self.accepts(old, new));
        }
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => self.has_all_constraints(old, new),
            _ => old == new,
        }
    }

    /// Whether the new schema is at least as strict as the old schema in every keyword.
    fn has_all_constraints(
        &mut self,
        old: &'a Map<String, Value>,
        new: &'a Map<String, Value>,
    ) -> bool {
        for (keyword, constraint) in without_definitions(old) {
            let is_met = match new.get(keyword) {
                Some(found) => {
                    applies_to_the_same(keyword, old, new)
                        && self.is_met(keyword, constraint, found)
                }
                None => has_no_effect(keyword, constraint),
            };
            if !is_met {
                return false;
            }
        }
        true
    }

    /// Whether a keyword of the new schema is at least as strict as that of the old schema.
    fn is_met(&mut self, keyword: &str, old: &'a Value, new: &'a Value) -> bool {
        match (keyword, old, new) {
            ("type", _, _) => accepts_types(old, new),
            ("properties" | "patternProperties", Value::Object(old), Value::Object(new)) => {
                self.accepts_members(old, new)
            }
            ("required", Value::Array(old), Value::Array(new)) => {
                old.iter().all(|name| new.contains(name))
            }
            ("items" | "additionalProperties", _, _) => self.accepts(old, new),
            ("minimum" | "exclusiveMinimum" | "minLength" | "minItems", _, _) => {
                is_ordered(old, new)
            }
            ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems", _, _) => {
                is_ordered(new, old)
            }
            ("prefixItems", Value::Array(old), Value::Array(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|(old, new)| self.accepts(old, new))
            }
            ("anyOf" | "oneOf", Value::Array(old), Value::Array(new)) => new
                .iter()
                .all(|new| old.iter().any(|old| self.accepts(old, new))),
            ("allOf", Value::Array(old), Value::Array(new)) => old
                .iter()
                .all(|old| new.iter().any(|new| self.accepts(old, new))),
            _ => old == new && !self.may_refer_to_others(keyword, old),
        }
    }

    /// Whether the new schema describes each of these members, and only accepts old values of it.
    fn accepts_members(
        &mut self,
        old: &'a Map<String, Value>,
        new: &'a Map<String, Value>,
    ) -> bool {
        for (name, old_member) in old {
            let Some(new_member) = new.get(name) else {
                return false;
            };
            if !self.accepts(old_member, new_member) {
                return false;
            }
        }
        true
    }

    /// Whether a keyword with the same value in both schemas contains references, behind which the
    /// definitions may differ.
    fn may_refer_to_others(&self, keyword: &str, value: &Value) -> bool {
        let has_reference = keyword == "$ref" || refers(value);
        has_reference && self.old_root != self.new_root
    }
}

/// Whether a keyword applies to the same values in both schemas. Some keywords apply to what sibling
/// keywords don't cover.
fn applies_to_the_same(keyword: &str, old: &Map<String, Value>, new: &Map<String, Value>) -> bool {
    match keyword {
        "items" => tuple_length(old) == tuple_length(new),
        "additionalProperties" => {
            names_in(old, "properties") == names_in(new, "properties")
                && names_in(old, "patternProperties") == names_in(new, "patternProperties")
        }
        _ => true,
    }
}

fn tuple_length(schema: &Map<String, Value>) -> Option<usize> {
    Some(schema.get("prefixItems")?.as_array()?.len())
}

fn names_in<'a>(schema: &'a Map<String, Value>, keyword: &str) -> Vec<&'a String> {
    match schema.get(keyword) {
        Some(Value::Object(members)) => members.keys().collect(),
        _ => Vec::new(),
    }
}

/// Follows references to definitions of the same schema.
fn resolved<'a>(mut schema: &'a Value, root: &'a Value) -> &'a Value {
    for _ in 0..MAX_DEPTH {
        match referenced(schema, root) {
            Some(found) => schema = found,
            None => break,
        }
    }
    schema
}

/// Returns the definition to which a schema refers, if the schema consists only of the reference.
fn referenced<'a>(schema: &Value, root: &'a Value) -> Option<&'a Value> {
    let (keyword, value) = only_keyword(schema)?;
    if keyword != "$ref" {
        return None;
    }
    let pointer = value.as_str()?.strip_prefix('#')?;
    root.pointer(pointer)
}

/// Returns the only keyword of a schema and its value. Ignores definitions.
fn only_keyword(schema: &Value) -> Option<(&str, &Value)> {
    let mut keywords = without_definitions(schema.as_object()?);
    let (keyword, value) = keywords.next()?;
    let has_more = keywords.next().is_some();
    (!has_more).then_some((keyword, value))
}

fn without_definitions(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.iter().filter(|(keyword, _)| *keyword != "$defs")
}

fn refers(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(refers),
        Value::Object(members) => members.contains_key("$ref") || members.values().any(refers),
        _ => false,
    }
}

/// Whether a keyword with this value has no effect, such as an empty `required`.
fn has_no_effect(keyword: &str, value: &Value) -> bool {
    match keyword {
        "additionalProperties" => *value == json!(true),
        "required" => *value == json!([]),
        "properties" => *value == json!({}),
        _ => false,
    }
}

/// Returns the alternatives of a schema that only consists of `anyOf` or `oneOf`.
fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    match only_keyword(schema)? {
        ("anyOf" | "oneOf", schemas) => schemas.as_array(),
        _ => None,
    }
}

/// Returns the values that a schema lists with `const`, `enum`, `null` or alternatives of these.
fn listed_values<'a>(schema: &'a Value, root: &'a Value, depth: usize) -> Option<Vec<&'a Value>> {
    let schema = resolved(schema, root);
    if let Some(only) = schema.get("const") {
        return Some(vec![only]);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return Some(values.iter().collect());
    }
    if schema.get("type").is_some_and(|ty| ty == "null") {
        return Some(vec![&Value::Null]);
    }
    if depth == MAX_ALTERNATIVES_DEPTH {
        return None;
    }
    // `schemars` splits an enum with doc comments on some variants into several schemas.
    let mut all = Vec::new();
    for alternative in alternatives(schema)? {
        all.extend(listed_values(alternative, root, depth + 1)?);
    }
    Some(all)
}

/// Whether the old types include the new types.
fn accepts_types(old: &Value, new: &Value) -> bool {
    let mut old_types = types(old);
    if old_types.contains(&"number") {
        old_types.push("integer");
    }
    types(new).iter().all(|ty| old_types.contains(ty))
}

fn types(ty: &Value) -> Vec<&str> {
    match ty {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// Whether `low` is less than or equal to `high`.
fn is_ordered(low: &Value, high: &Value) -> bool {
    match (low.as_f64(), high.as_f64()) {
        (Some(low), Some(high)) => low <= high,
        _ => false,
    }
}
