//! Changes of the context: fields, their values and their Rust types.

use crate::catalog::{Declaration, Shape, Version};
use crate::{SHAPES, assert_table};
use serde_json::{Value, json};

/// A field: its Rust type, its schema and a value.
type Field = (&'static str, Value, Value);

fn integer(from: i64, to: i64, value: i64) -> Field {
    (
        "u32",
        json!({"type": "integer", "minimum": from, "maximum": to}),
        json!(value),
    )
}

fn text() -> Field {
    ("String", json!({"type": "string"}), json!("a"))
}

fn typed(name: &str, value: Value) -> Field {
    ("T", json!({"type": name}), value)
}

fn schema(schema: Value, value: Value) -> Field {
    ("T", schema, value)
}

fn object(required: &[&str], properties: &[&str]) -> Field {
    let schemas = members(properties, &json!({"type": "string"}));
    let object = json!({"type": "object", "properties": schemas, "required": required});
    schema(object, members(properties, &json!("x")))
}

/// Returns an object with the same value for each name.
fn members(names: &[&str], value: &Value) -> Value {
    names
        .iter()
        .map(|name| ((*name).to_owned(), value.clone()))
        .collect()
}

fn list(items: Value, value: Value) -> Field {
    schema(json!({"type": "array", "items": items}), value)
}

fn words(words: &[&str], value: &str) -> Field {
    schema(json!({"type": "string", "enum": words}), json!(value))
}

fn nullable() -> Field {
    (
        "Option<String>",
        json!({"type": ["string", "null"]}),
        Value::Null,
    )
}

fn wide() -> Field {
    integer(0, 65_535, 60_000)
}

fn either() -> Field {
    schema(
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!(1),
    )
}

fn pair(ty: &str, value: Value) -> Field {
    let items = json!([{"type": "string"}, {"type": ty}]);
    schema(
        json!({"type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2}),
        json!(["a", value]),
    )
}

fn map(ty: &str, value: Value) -> Field {
    schema(
        json!({"type": "object", "additionalProperties": {"type": ty}}),
        json!({"k": value}),
    )
}

fn secret() -> Field {
    (
        "String",
        json!({"const": "[REDACTED]"}),
        json!("[REDACTED]"),
    )
}

fn unknown(rust: &'static str) -> Field {
    (rust, json!({}), json!({"any": 1}))
}

fn items_of(rust: &'static str) -> Field {
    let list = json!({"type": "array", "items": {}});
    (rust, list, json!([{"any": 1}]))
}

fn length(to: u64, value: &str) -> Field {
    schema(json!({"type": "string", "maxLength": to}), json!(value))
}

fn member(name: &str) -> Value {
    json!({"type": "object", "properties": {name: {"type": "string"}}, "required": [name]})
}

fn defined(name: &str, item: &Value, value: Value) -> Field {
    let reference = json!({"$ref": format!("#/$defs/{name}")});
    schema(
        json!({"type": "array", "items": reference, "$defs": {name: item}}),
        json!([value]),
    )
}

fn inline(item: &Value, value: Value) -> Field {
    schema(json!({"type": "array", "items": item}), json!([value]))
}

fn optional(item: Value) -> Field {
    let values = json!([{"$ref": "#/$defs/Word"}, {"type": "null"}]);
    schema(
        json!({"anyOf": values, "$defs": {"Word": item}}),
        json!("a"),
    )
}

fn node(name: &str, id: Value, value: Value) -> Field {
    let next = json!({"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": "null"}]});
    let item =
        json!({"type": "object", "properties": {"id": id, "next": next}, "required": ["id"]});
    let nested = json!({"id": value, "next": {"id": value}});
    schema(
        json!({"$ref": format!("#/$defs/{name}"), "$defs": {name: item}}),
        nested,
    )
}

fn unsigned(bits: u32, value: u32) -> Field {
    let item = match bits {
        8 => json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}),
        _ => json!({"type": "integer", "format": format!("uint{bits}"), "minimum": 0}),
    };
    inline(&item, json!(value))
}

fn tagged(tags: [&str; 2]) -> Field {
    let variants =
        tags.map(|tag| json!({"properties": {"tag": {"const": tag}}, "required": ["tag"]}));
    let object =
        json!({"type": "object", "properties": {"id": {"type": "integer"}}, "oneOf": variants});
    schema(object, json!({"id": 1, "tag": tags[0]}))
}

fn all(limits: [Value; 2]) -> Field {
    schema(json!({"allOf": limits}), json!("abc"))
}

/// The kinds of changes of a field; `None` is no field.
fn kinds() -> Vec<(&'static str, Option<Field>, Option<Field>)> {
    let mut renamed = text();
    renamed.0 = "PathBuf";
    [
        ("field added", None, Some(text())),
        ("field removed", Some(text()), None),
        (
            "boolean field added",
            None,
            Some(typed("boolean", json!(false))),
        ),
        ("rust type renamed", Some(text()), Some(renamed)),
        ("range narrowed", Some(wide()), Some(integer(0, 255, 7))),
        ("range widened", Some(integer(0, 255, 7)), Some(wide())),
        (
            "minimum lowered",
            Some(integer(0, 255, 7)),
            Some(integer(-1, 255, -1)),
        ),
        (
            "minimum raised",
            Some(integer(0, 255, 7)),
            Some(integer(1, 255, 7)),
        ),
        (
            "length narrowed",
            Some(length(9, "a")),
            Some(length(3, "a")),
        ),
        (
            "length widened",
            Some(length(3, "a")),
            Some(length(9, "abcdefgh")),
        ),
        ("null allowed", Some(text()), Some(nullable())),
        ("null removed", Some(nullable()), Some(text())),
        (
            "string became integer",
            Some(text()),
            Some(typed("integer", json!(1))),
        ),
        (
            "integer became string",
            Some(typed("integer", json!(1))),
            Some(text()),
        ),
        (
            "integer became number",
            Some(typed("integer", json!(1))),
            Some(typed("number", json!(1.5))),
        ),
        (
            "number became integer",
            Some(typed("number", json!(1.5))),
            Some(typed("integer", json!(1))),
        ),
        (
            "boolean became string",
            Some(typed("boolean", json!(true))),
            Some(text()),
        ),
        (
            "string became list",
            Some(text()),
            Some(list(json!({"type": "string"}), json!(["a"]))),
        ),
        ("became secret", Some(text()), Some(secret())),
        ("no longer secret", Some(secret()), Some(text())),
        (
            "word added",
            Some(words(&["a", "b"], "a")),
            Some(words(&["a", "b", "c"], "c")),
        ),
        (
            "word removed",
            Some(words(&["a", "b"], "a")),
            Some(words(&["a"], "a")),
        ),
        (
            "word renamed",
            Some(words(&["a", "b"], "a")),
            Some(words(&["a", "B"], "B")),
        ),
        (
            "words reordered",
            Some(words(&["a", "b"], "a")),
            Some(words(&["b", "a"], "a")),
        ),
        (
            "words became any string",
            Some(words(&["a", "b"], "a")),
            Some(text()),
        ),
        (
            "any string became words",
            Some(text()),
            Some(words(&["a", "b"], "a")),
        ),
        ("alternative added", Some(text()), Some(either())),
        ("alternative removed", Some(either()), Some(text())),
        (
            "items narrowed",
            Some(list(json!({}), json!([1]))),
            Some(list(json!({"type": "string"}), json!(["a"]))),
        ),
        (
            "items widened",
            Some(list(json!({"type": "string"}), json!(["a"]))),
            Some(list(json!({}), json!([1]))),
        ),
        (
            "tuple item changed",
            Some(pair("string", json!("a"))),
            Some(pair("integer", json!(1))),
        ),
        (
            "map values changed",
            Some(map("string", json!("a"))),
            Some(map("integer", json!(1))),
        ),
        (
            "member added",
            Some(object(&["a"], &["a"])),
            Some(object(&["a", "b"], &["a", "b"])),
        ),
        (
            "optional member added",
            Some(object(&["a"], &["a"])),
            Some(object(&["a"], &["a", "b"])),
        ),
        (
            "member removed",
            Some(object(&["a", "b"], &["a", "b"])),
            Some(object(&["a"], &["a"])),
        ),
        (
            "member became optional",
            Some(object(&["a"], &["a"])),
            Some(object(&[], &["a"])),
        ),
        (
            "member became required",
            Some(object(&[], &["a"])),
            Some(object(&["a"], &["a"])),
        ),
        (
            "member renamed",
            Some(object(&["a"], &["a"])),
            Some(object(&["b"], &["b"])),
        ),
        (
            "unknown type stays",
            Some(unknown("Mystery")),
            Some(unknown("Mystery")),
        ),
        (
            "unknown type renamed",
            Some(unknown("Mystery")),
            Some(unknown("Riddle")),
        ),
        (
            "unknown type described",
            Some(unknown("T")),
            Some(typed("integer", json!(1))),
        ),
        (
            "unknown type became secret",
            Some(unknown("String")),
            Some(secret()),
        ),
        (
            "unknown type became text",
            Some(unknown("T")),
            Some(typed("string", json!("T(1)"))),
        ),
        (
            "unknown type with another path",
            Some(unknown("Plain")),
            Some(unknown("self::Plain")),
        ),
        (
            "unknown type in a box",
            Some(unknown("Plain")),
            Some(unknown("Box<types::Plain>")),
        ),
        (
            "unknown items replaced",
            Some(items_of("Vec<Plain>")),
            Some(items_of("Vec<Other>")),
        ),
        (
            "unknown items in another module",
            Some(items_of("Vec<Plain>")),
            Some(items_of("Vec<types::Plain>")),
        ),
        (
            "unknown type no longer optional",
            Some(unknown("Option<Plain>")),
            Some(unknown("Plain")),
        ),
        (
            "unknown type became optional",
            Some(unknown("Plain")),
            Some(unknown("Option<Plain>")),
        ),
        (
            "unknown type replaced",
            Some(unknown("Mystery")),
            Some(text()),
        ),
        ("description lost", Some(text()), Some(unknown("String"))),
        (
            "notes changed",
            Some(text()),
            Some((
                "String",
                json!({"type": "string", "title": "t"}),
                json!("a"),
            )),
        ),
        ("read-only note dropped", Some(read_only()), Some(text())),
    ]
    .into_iter()
    .chain(kinds_of_schemas())
    .collect()
}

fn read_only() -> Field {
    (
        "String",
        json!({"type": "string", "readOnly": true}),
        json!("a"),
    )
}

/// Changes of schemas as `schemars` writes them, with definitions and formats.
fn kinds_of_schemas() -> Vec<(&'static str, Option<Field>, Option<Field>)> {
    let both = json!({
        "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]
    });
    let a = json!({"a": "x"});
    let ab = json!({"a": "x", "b": "x"});
    let limits = [json!({"type": "string"}), json!({"minLength": 1})];
    [
        (
            "definition renamed",
            defined("A", &member("a"), a.clone()),
            defined("B", &member("a"), a.clone()),
        ),
        (
            "definition inlined",
            defined("A", &member("a"), a.clone()),
            inline(&member("a"), a.clone()),
        ),
        (
            "definition extracted",
            inline(&member("a"), a.clone()),
            defined("A", &member("a"), a.clone()),
        ),
        (
            "definition extended",
            defined("A", &member("a"), a.clone()),
            defined("A", &both, ab.clone()),
        ),
        (
            "definition reduced",
            defined("A", &both, ab),
            defined("A", &member("a"), a),
        ),
        (
            "definition with a word less",
            optional(json!({"enum": ["a", "b"]})),
            optional(json!({"enum": ["a"]})),
        ),
        (
            "definition with a word more",
            optional(json!({"enum": ["a"]})),
            optional(json!({"enum": ["b", "a"]})),
        ),
        (
            "recursive type renamed",
            node("A", typed_as("integer"), json!(1)),
            node("B", typed_as("integer"), json!(1)),
        ),
        (
            "recursive type narrowed",
            node("A", typed_as("number"), json!(2.5)),
            node("A", typed_as("integer"), json!(2)),
        ),
        (
            "recursive type widened",
            node("A", typed_as("integer"), json!(1)),
            node("A", typed_as("number"), json!(1.5)),
        ),
        (
            "nested integer narrowed",
            unsigned(32, 70_000),
            unsigned(8, 7),
        ),
        (
            "nested integer widened",
            unsigned(8, 7),
            unsigned(32, 70_000),
        ),
        (
            "format of an integer dropped",
            unsigned(64, 7),
            inline(&json!({"type": "integer", "minimum": 0}), json!(7)),
        ),
        (
            "variants beside properties reordered",
            tagged(["a", "b"]),
            tagged(["b", "a"]),
        ),
        (
            "variant beside properties renamed",
            tagged(["a", "b"]),
            tagged(["c", "b"]),
        ),
        (
            "constraints reordered",
            all(limits.clone()),
            all([limits[1].clone(), limits[0].clone()]),
        ),
    ]
    .map(|(kind, old, new)| (kind, Some(old), Some(new)))
    .into()
}

fn typed_as(name: &str) -> Value {
    json!({"type": name})
}

fn version(shape: Shape, field: Option<&Field>) -> Version {
    let mut changed = Declaration::plain("shop::A");
    if let Some((rust_type, schema, value)) = field {
        changed.field("value", rust_type, schema.clone(), value.clone());
    }
    // The other declaration has a field of its own, and another type for the same field.
    let mut other = Declaration::plain("shop::B");
    other.field("value", "bool", json!({"type": "boolean"}), json!(true));
    other.field("own", "String", json!({"type": "string"}), json!("own"));
    match shape {
        Shape::Single => Version::new([changed]),
        Shape::First => Version::new([changed, other]),
        Shape::Other => Version::new([other, changed]),
    }
}

#[test]
fn each_change_of_a_field_has_a_class() {
    let mut changes = Vec::new();
    for (kind, old, new) in kinds() {
        for shape in SHAPES {
            let old = version(shape, old.as_ref());
            let new = version(shape, new.as_ref());
            changes.push((kind.to_owned(), shape.name(), old, new));
        }
    }
    assert_table("fields.txt", changes);
}
