//! Derives JSON types and JSON Schemas from the names of Rust types.
//!
//! A macro only sees a type's name. A user-defined type with the name of a `std` type is therefore treated as the `std`
//! type.

use serde_json::{Value, json};

/// Where a type occurs: as the field's own type, or nested in another type. Some types are serialized differently when
/// nested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Field,
    Inside,
}

/// Returns the JSON Schema of a context field with this Rust type, as written in the source code, in the form that
/// `schemars` generates. Returns `{}`, which accepts any value, if the name doesn't determine the JSON representation.
pub fn schema_of_type(ty: &str) -> Value {
    schema(ty, Place::Field)
}

/// Returns the JSON type of a context field with this Rust type: `string`, `integer`, `number`, `boolean`, `array` or
/// `object`. Returns `value` if the name doesn't determine the JSON type. Building the schema instead would make programs
/// with the `errors` command 30 kB larger.
pub(super) fn json_type(ty: &str) -> &'static str {
    let (name, arguments) = outer(ty);
    match (name, arguments.as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => json_type(inner),
        ("Vec" | "VecDeque" | "LinkedList" | "HashSet" | "BTreeSet", [_, ..]) => "array",
        ("HashMap" | "BTreeMap", [_, _, ..]) | ("Duration" | "SystemTime" | "FieldError", []) => "object",
        (
            "String" | "str" | "PathBuf" | "Path" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4"
            | "SocketAddrV6" | "OsString" | "OsStr" | "char",
            [],
        ) => "string",
        ("bool", []) => "boolean",
        ("f32" | "f64", []) => "number",
        ("NonZero", [_]) => "integer",
        (name, []) if name.starts_with("NonZero") || integer_bits(name).is_some() => "integer",
        (name, _) if name.starts_with('[') || name.starts_with('(') && name != "()" => "array",
        _ => "value",
    }
}

pub(super) fn is_optional(ty: &str) -> bool {
    outer(ty).0 == "Option"
}

/// Returns the name of a type and its type parameters, such as `Option` and `u8` for `std::option::Option<u8>`.
fn outer(ty: &str) -> (&str, Vec<&str>) {
    let ty = without_reference(ty);
    if ty.starts_with(['[', '(']) {
        // A single type in parentheses isn't a tuple.
        let only = ty.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')).filter(|inner| !inner.trim().is_empty());
        return only.filter(|inner| !inner.contains(',')).map_or((ty, Vec::new()), outer);
    }
    let (path, arguments) = ty.split_once('<').unwrap_or((ty, ""));
    let arguments = parts(arguments.strip_suffix('>').unwrap_or(arguments), ',');
    let types = arguments.into_iter().filter(|argument| !argument.starts_with('\'')).collect();
    (path.rsplit("::").next().unwrap_or(path).trim(), types)
}

fn schema(ty: &str, place: Place) -> Value {
    let ty = without_reference(ty);
    if let Some(inner) = ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
        return array(inner);
    }
    if let Some(inner) = ty.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')) {
        return tuple(inner, place);
    }
    let (name, arguments) = outer(ty);
    match (name, arguments.as_slice()) {
        ("Option", [inner, ..]) => nullable(schema(inner, place)),
        ("Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => schema(inner, place),
        ("Vec" | "VecDeque" | "LinkedList", [item, ..]) => {
            json!({"type": "array", "items": schema(item, Place::Inside)})
        }
        ("HashSet" | "BTreeSet", [item, ..]) => {
            json!({"type": "array", "items": schema(item, Place::Inside), "uniqueItems": true})
        }
        ("HashMap" | "BTreeMap", [_, value, ..]) => {
            json!({"type": "object", "additionalProperties": schema(value, Place::Inside)})
        }
        ("NonZero", [number]) => not_zero(number),
        (name, []) => match name.strip_prefix("NonZero") {
            Some(number) => not_zero(&number.to_ascii_lowercase()),
            None => plain(name, place),
        },
        _ => json!({}),
    }
}

fn plain(name: &str, place: Place) -> Value {
    match name {
        // A top-level integer that doesn't fit into 64 bits becomes a string.
        "u128" | "i128" if place == Place::Field => json!({"type": ["integer", "string"]}),
        "String" | "str" | "PathBuf" | "Path" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4"
        | "SocketAddrV6" => json!({"type": "string"}),
        // Serde's representation of these types depends on the platform. Top-level fields become strings instead.
        "OsString" | "OsStr" if place == Place::Field => json!({"type": "string"}),
        "char" => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        "bool" => json!({"type": "boolean"}),
        "f32" | "f64" => json!({"type": "number", "format": "double"}),
        "Duration" => time("secs", "nanos"),
        "SystemTime" => time("secs_since_epoch", "nanos_since_epoch"),
        "FieldError" => json!({
            "type": "object",
            "properties": {
                "field": {"type": "string"},
                "message": {"type": "string"},
                "line": {"type": "integer", "minimum": 0},
                "sent": {},
                "missing": {"const": true},
                "expected": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}},
                "nearest": {"type": "string"},
            },
            "required": ["field", "message"],
        }),
        "Listing" => json!({"anyOf": [
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"type": "array", "items": {"type": "string"}},
        ]}),
        name => integer(name).unwrap_or_else(|| json!({})),
    }
}

fn integer(name: &str) -> Option<Value> {
    let bits = integer_bits(name)?;
    let unsigned = if name.starts_with('u') { "u" } else { "" };
    Some(json!({"type": "integer", "format": format!("{unsigned}int{bits}")}))
}

/// Returns the number of bits of an integer type, or an empty string for `usize` and `isize`.
fn integer_bits(name: &str) -> Option<&str> {
    match name.strip_prefix(['u', 'i'])? {
        "size" => Some(""),
        bits @ ("8" | "16" | "32" | "64" | "128") => Some(bits),
        _ => None,
    }
}

fn not_zero(number: &str) -> Value {
    integer(number).map_or_else(
        || json!({}),
        |mut schema| {
            schema["not"] = json!({"const": 0});
            schema
        },
    )
}

fn time(seconds: &str, nanoseconds: &str) -> Value {
    let count = json!({"type": "integer", "minimum": 0});
    json!({
        "type": "object",
        "properties": {seconds: count, nanoseconds: count},
        "required": [seconds, nanoseconds],
    })
}

fn nullable(mut schema: Value) -> Value {
    if let Some(several) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        several.push(json!({"type": "null"}));
        return schema;
    }
    match schema.get_mut("type") {
        Some(Value::Array(several)) if !several.contains(&"null".into()) => several.push("null".into()),
        Some(one) if one.is_string() && *one != "null" => *one = json!([one, "null"]),
        _ => {}
    }
    schema
}

fn array(inner: &str) -> Value {
    let parts = parts(inner, ';');
    let mut list = json!({"type": "array", "items": schema(parts.first().copied().unwrap_or_default(), Place::Inside)});
    if let Some(length) = parts.get(1).and_then(|length| length.parse::<u64>().ok()) {
        list["minItems"] = length.into();
        list["maxItems"] = length.into();
    }
    list
}

fn tuple(inner: &str, place: Place) -> Value {
    let types = parts(inner, ',');
    match types.as_slice() {
        [] => json!({"type": "null"}),
        // A single type in parentheses isn't a tuple, unless a comma follows it.
        [only] if !inner.trim_end().ends_with(',') => schema(only, place),
        types => {
            let items: Vec<Value> = types.iter().map(|ty| schema(ty, Place::Inside)).collect();
            json!({"type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len()})
        }
    }
}

/// Strips references: `&'a mut T` becomes `T`.
fn without_reference(ty: &str) -> &str {
    let mut ty = ty.trim();
    while let Some(rest) = ty.strip_prefix('&') {
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('\'') {
            Some(lifetime) => lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start(),
            None => rest,
        };
        ty = rest.strip_prefix("mut ").unwrap_or(rest).trim_start();
    }
    ty
}

/// Splits a string at separators outside of brackets.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|character: char| {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && character == separator
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}
