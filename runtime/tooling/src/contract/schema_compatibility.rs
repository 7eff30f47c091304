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
        new.0
            .iter()
            .all(|new| self.0.iter().any(|old| accepts_all_of(old, new)))
    }
}

fn accepts_all_of(old: &Value, new: &Value) -> bool {
    let mut comparison = Comparison {
        old,
        new,
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
    old: &'a Value,
    new: &'a Value,
    /// The pairs that are being compared, outermost first.
    current: Vec<(*const Value, *const Value)>,
    pairs: usize,
}

impl<'a> Comparison<'a> {
    fn accepts(&mut self, old: &'a Value, new: &'a Value) -> bool {
        let old = resolved(old, self.old);
        let new = resolved(new, self.new);
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
        let accepts = self.accepts_resolved(old, new);
        self.current.pop();
        accepts
    }

    fn accepts_resolved(&mut self, old: &'a Value, new: &'a Value) -> bool {
        if is_anything(old) {
            return true;
        }
        if let (Some(old), Some(new)) = (values(old, self.old, 0), values(new, self.new, 0)) {
            return new.iter().all(|value| old.contains(value));
        }
        if let Some(several) = alternatives(new) {
            return several.iter().all(|new| self.accepts(old, new));
        }
        if let Some(several) = alternatives(old) {
            return several.iter().any(|old| self.accepts(old, new));
        }
        let Some(before) = old.as_object() else {
            return old == new;
        };
        let Some(after) = new.as_object() else {
            return false;
        };
        // The new schema must contain every constraint of the old schema.
        before.iter().all(|(keyword, demanded)| {
            if keyword == "$defs" {
                return true;
            }
            let Some(found) = after.get(keyword) else {
                return is_open(keyword, demanded);
            };
            applies_to_the_same(keyword, before, after) && self.is_met(keyword, demanded, found)
        })
    }

    /// Whether a keyword of the new schema is at least as strict as that of the old schema.
    fn is_met(&mut self, keyword: &str, old: &'a Value, new: &'a Value) -> bool {
        match (keyword, old, new) {
            ("type", old, new) => {
                let old = types(old);
                types(new)
                    .iter()
                    .all(|ty| old.contains(ty) || *ty == "integer" && old.contains(&"number"))
            }
            ("properties" | "patternProperties", Value::Object(old), Value::Object(new)) => old
                .iter()
                .all(|(name, old)| new.get(name).is_some_and(|new| self.accepts(old, new))),
            ("required", Value::Array(old), Value::Array(new)) => {
                old.iter().all(|name| new.contains(name))
            }
            ("items" | "additionalProperties", old, new) => self.accepts(old, new),
            ("minimum" | "exclusiveMinimum" | "minLength" | "minItems", old, new) => {
                is_ordered(old, new)
            }
            ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems", old, new) => {
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
            // The definitions behind equal references may differ.
            (_, old, new) => {
                old == new && (self.old == self.new || keyword != "$ref" && !refers(old))
            }
        }
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
    let members = schema.as_object()?;
    if !members.keys().all(|name| name == "$ref" || name == "$defs") {
        return None;
    }
    let pointer = members.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(pointer)
}

fn refers(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(refers),
        Value::Object(members) => members.contains_key("$ref") || members.values().any(refers),
        _ => false,
    }
}

/// Whether a keyword with this value has no effect, such as an empty `required`.
fn is_open(keyword: &str, demanded: &Value) -> bool {
    match demanded {
        Value::Bool(open) => keyword == "additionalProperties" && *open,
        Value::Array(required) => keyword == "required" && required.is_empty(),
        Value::Object(properties) => keyword == "properties" && properties.is_empty(),
        _ => false,
    }
}

/// Returns the alternatives of a schema that only consists of `anyOf` or `oneOf`.
fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    let schema = schema.as_object()?;
    let keywords: Vec<&String> = schema
        .keys()
        .filter(|keyword| *keyword != "$defs")
        .collect();
    match keywords.as_slice() {
        [only] if *only == "anyOf" || *only == "oneOf" => schema[*only].as_array(),
        _ => None,
    }
}

/// Returns the values that a schema lists with `const`, `enum`, `null` or alternatives of these.
fn values<'a>(schema: &'a Value, root: &'a Value, depth: usize) -> Option<Vec<&'a Value>> {
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
    // `schemars` splits an enum with doc comments on some variants into several schemas.
    if depth == MAX_ALTERNATIVES_DEPTH {
        return None;
    }
    let mut all = Vec::new();
    for alternative in alternatives(schema)? {
        all.extend(values(alternative, root, depth + 1)?);
    }
    Some(all)
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
