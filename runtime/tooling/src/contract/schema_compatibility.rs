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
        let accepts = |old, new| {
            Comparison {
                old,
                new,
                current: Vec::new(),
                pairs: 0,
            }
            .accepts(old, new)
        };
        new.0
            .iter()
            .all(|new| self.0.iter().any(|old| accepts(old, new)))
    }
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
        let (old, new) = (resolved(old, self.old), resolved(new, self.new));
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
        let (Value::Object(old), Value::Object(new)) = (old, new) else {
            return old == new;
        };
        // The new schema must contain every constraint of the old schema.
        old.iter()
            .filter(|(keyword, _)| *keyword != "$defs")
            .all(|(keyword, demanded)| match new.get(keyword) {
                Some(found) => self.is_met(keyword, [demanded, found], [old, new]),
                None => is_open(keyword, demanded),
            })
    }

    /// Whether a keyword of the new schema is at least as strict as that of the old schema.
    fn is_met(
        &mut self,
        keyword: &str,
        values: [&'a Value; 2],
        schemas: [&'a Map<String, Value>; 2],
    ) -> bool {
        match (keyword, values[0], values[1]) {
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
            // These keywords apply to the values that sibling keywords don't cover.
            ("items", old, new) => {
                let [before, after] = schemas.map(|schema| {
                    schema
                        .get("prefixItems")
                        .and_then(Value::as_array)
                        .map(Vec::len)
                });
                before == after && self.accepts(old, new)
            }
            ("additionalProperties", old, new) => {
                let [before, after] = schemas.map(|schema| {
                    ["properties", "patternProperties"].map(|keyword| {
                        schema
                            .get(keyword)
                            .and_then(Value::as_object)
                            .into_iter()
                            .flat_map(Map::keys)
                            .collect::<Vec<_>>()
                    })
                });
                before == after && self.accepts(old, new)
            }
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

/// Follows references to definitions of the same schema.
fn resolved<'a>(mut schema: &'a Value, root: &'a Value) -> &'a Value {
    for _ in 0..MAX_DEPTH {
        let only = schema
            .as_object()
            .filter(|members| members.keys().all(|name| name == "$ref" || name == "$defs"));
        let reference = only.and_then(|members| members.get("$ref")?.as_str()?.strip_prefix('#'));
        match reference.and_then(|pointer| root.pointer(pointer)) {
            Some(found) => schema = found,
            None => break,
        }
    }
    schema
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
    let mut members = schema
        .as_object()?
        .iter()
        .filter(|(keyword, _)| *keyword != "$defs");
    let (keyword, several) = members.next().filter(|_| members.next().is_none())?;
    several
        .as_array()
        .filter(|_| keyword == "anyOf" || keyword == "oneOf")
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
    let several = alternatives(schema).filter(|_| depth < 10)?;
    let several: Option<Vec<_>> = several
        .iter()
        .map(|schema| values(schema, root, depth + 1))
        .collect();
    several.map(|several| several.into_iter().flatten().collect())
}

fn types(ty: &Value) -> Vec<&str> {
    match ty {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// Whether `low` is less than or equal to `high`.
fn is_ordered(low: &Value, high: &Value) -> bool {
    low.as_f64()
        .zip(high.as_f64())
        .is_some_and(|(low, high)| low <= high)
}
