//! Derives JSON types and JSON Schemas from the names of Rust types.
//!
//! A macro only sees a type's name. A type named like a `std` type is treated as the `std` type.

use serde_json::Value;

/// Returns the JSON Schema of a context field with this Rust type, as written in the source code,
/// in the form that `schemars` generates. Returns `{}`, which accepts any value, if the name
/// doesn't determine the JSON representation.
pub fn schema_of_type(ty: &str) -> Value {
    let (name, arguments) = outer(ty);
    if arguments.is_empty()
        && let Some(schema) = parsed(SCHEMAS).get_mut(name)
    {
        return schema.take();
    }
    if name.starts_with('[') {
        return schema_of_list(name);
    }
    if name.starts_with('(') {
        return schema_of_tuple(name);
    }
    if name.starts_with("NonZero") {
        return schema_of_non_zero(name, &arguments);
    }
    if let Some(bits) = integer_bits(name) {
        return schema_of_integer(name, bits);
    }
    match (name, arguments.as_slice()) {
        ("Option", [inner, ..]) => nullable(schema_of_type(inner)),
        ("Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => schema_of_type(inner),
        ("Vec" | "VecDeque" | "LinkedList", [item, ..]) => {
            with(ARRAY, "items", schema_of_type(item))
        }
        ("HashSet" | "BTreeSet", [item, ..]) => with(SET, "items", schema_of_type(item)),
        ("HashMap" | "BTreeMap", [_, value, ..]) => {
            with(OBJECT, "additionalProperties", schema_of_type(value))
        }
        _ => schema_of_json_type(json_type(ty)),
    }
}

/// `[u8]` or `[u8; 4]`.
fn schema_of_list(list: &str) -> Value {
    let item_and_length = parts(within(list), b';');
    let item = item_and_length.first().copied().unwrap_or_default();
    let length = item_and_length.get(1);
    let schema = with(ARRAY, "items", schema_of_type(item));
    of_length(schema, length.and_then(|length| length.parse().ok()))
}

/// `(u8, String)`.
fn schema_of_tuple(tuple: &str) -> Value {
    let types = parts(within(tuple), b',');
    let length = types.len() as u64;
    let items: Vec<Value> = types.into_iter().map(schema_of_type).collect();
    of_length(with(ARRAY, "prefixItems", items.into()), Some(length))
}

/// `NonZeroU8` or `NonZero<u8>`.
fn schema_of_non_zero(name: &str, arguments: &[&str]) -> Value {
    let mut schema = match arguments.first() {
        Some(number) => schema_of_type(number),
        None => schema_of_type(&name.trim_start_matches("NonZero").to_ascii_lowercase()),
    };
    schema["not"] = parsed(r#"{"const": 0}"#);
    schema
}

fn schema_of_integer(name: &str, bits: &str) -> Value {
    let unsigned = if name.starts_with('u') { "u" } else { "" };
    let format = format!("{unsigned}int{bits}");
    with(r#"{"type": "integer"}"#, "format", format.into())
}

fn schema_of_json_type(ty: &str) -> Value {
    match ty {
        "value" => parsed("{}"),
        ty => with("{}", "type", ty.into()),
    }
}

const ARRAY: &str = r#"{"type": "array"}"#;
const SET: &str = r#"{"type": "array", "items": {}, "uniqueItems": true}"#;
const OBJECT: &str = r#"{"type": "object"}"#;

/// The schemas of types without parameters that have more than a type. An integer that doesn't fit
/// into 64 bits becomes a string, and a control character becomes an empty one. Serde's representation
/// of an `OsString` depends on the platform, except for the field itself.
const SCHEMAS: &str = r#"{
    "u128": {"type": ["integer", "string"]},
    "i128": {"type": ["integer", "string"]},
    "char": {"type": "string", "maxLength": 1},
    "f32": {"type": "number", "format": "double"},
    "f64": {"type": "number", "format": "double"},
    "OsString": {},
    "OsStr": {},
    "Duration": {
        "type": "object",
        "properties": {"secs": {"type": "integer", "minimum": 0}, "nanos": {"type": "integer", "minimum": 0}},
        "required": ["secs", "nanos"]
    },
    "FieldError": {
        "type": "object",
        "properties": {
            "field": {"type": "string"}, "message": {"type": "string"}, "line": {"type": "integer", "minimum": 0},
            "sent": {}, "missing": {"const": true}, "expected": {"type": "string"},
            "options": {"type": "array", "items": {"type": "string"}}, "nearest": {"type": "string"}
        },
        "required": ["field", "message"]
    },
    "Listing": {"anyOf": [
        {"type": "object", "additionalProperties": {"type": "string"}}, {"type": "array", "items": {"type": "string"}}
    ]},
    "()": {"type": "null"}
}"#;

/// Parses a schema. Unlike `json!`, this adds data instead of code.
fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap_or_default()
}

fn with(json: &str, key: &str, value: Value) -> Value {
    let mut schema = parsed(json);
    schema[key] = value;
    schema
}

fn of_length(mut schema: Value, length: Option<u64>) -> Value {
    if let Some(length) = length {
        schema["minItems"] = length.into();
        schema["maxItems"] = length.into();
    }
    schema
}

/// Implements [`FieldDef::json_type`](super::field_def::FieldDef::json_type). Building the schema
/// instead would make programs with the `errors` command 30 kB larger.
pub(super) fn json_type(ty: &str) -> &'static str {
    let (name, arguments) = outer(ty);
    let is_list = name.starts_with('[');
    let is_tuple = name.starts_with('(') && name != "()";
    if is_list || is_tuple {
        return "array";
    }
    match (name, arguments.as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => json_type(inner),
        ("Vec" | "VecDeque" | "LinkedList" | "HashSet" | "BTreeSet", [_, ..]) => "array",
        ("HashMap" | "BTreeMap", [_, _, ..]) | ("Duration" | "SystemTime" | "FieldError", []) => {
            "object"
        }
        (
            "String" | "str" | "PathBuf" | "Path" | "IpAddr" | "Ipv4Addr" | "Ipv6Addr"
            | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" | "OsString" | "OsStr" | "char",
            [],
        ) => "string",
        ("bool", []) => "boolean",
        ("f32" | "f64", []) => "number",
        ("NonZero", [_]) => "integer",
        (name, []) if name.starts_with("NonZero") || integer_bits(name).is_some() => "integer",
        _ => "value",
    }
}

/// Returns the name of a type and its type parameters, such as `Option` and `u8` for
/// `std::option::Option<u8>`.
pub(super) fn outer(ty: &str) -> (&str, Vec<&str>) {
    let referent = without_reference(ty);
    if let Some(inner) = in_parentheses(referent) {
        return outer(inner);
    }
    if referent.starts_with(['[', '(']) {
        return (referent, Vec::new());
    }
    let (path, rest) = referent.split_once('<').unwrap_or((referent, ""));
    let arguments = rest.strip_suffix('>').unwrap_or(rest);
    let name = path.rsplit("::").next().unwrap_or_default();
    (name.trim(), parts(arguments, b','))
}

/// Returns a single type in parentheses, which isn't a tuple.
fn in_parentheses(ty: &str) -> Option<&str> {
    let inner = ty.strip_prefix('(')?.strip_suffix(')')?;
    let is_tuple = inner.trim().is_empty() || inner.contains(',');
    (!is_tuple).then_some(inner)
}

/// Returns the number of bits of an integer type, or an empty string for `usize` and `isize`.
fn integer_bits(name: &str) -> Option<&str> {
    match name.strip_prefix(['u', 'i'])? {
        "size" => Some(""),
        bits @ ("8" | "16" | "32" | "64" | "128") => Some(bits),
        _ => None,
    }
}

fn nullable(mut schema: Value) -> Value {
    if let Some(several) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        several.push(parsed(r#"{"type": "null"}"#));
    }
    match schema.get_mut("type") {
        Some(Value::Array(several)) if !several.iter().any(|ty| ty == "null") => {
            several.push("null".into());
        }
        Some(one) if one.is_string() && *one != "null" => {
            *one = Value::Array(vec![one.take(), "null".into()]);
        }
        _ => {}
    }
    schema
}

/// Strips the brackets of a list or a tuple.
fn within(ty: &str) -> &str {
    ty.get(1..ty.len() - 1).unwrap_or_default()
}

/// Strips references: `&'a mut T` becomes `T`.
fn without_reference(ty: &str) -> &str {
    let mut ty = ty.trim();
    while let Some(referent) = ty.strip_prefix('&') {
        let referent = without_lifetime(referent.trim_start());
        ty = referent
            .strip_prefix("mut ")
            .unwrap_or(referent)
            .trim_start();
    }
    ty
}

fn without_lifetime(ty: &str) -> &str {
    match ty.strip_prefix('\'') {
        Some(lifetime) => lifetime
            .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
            .trim_start(),
        None => ty,
    }
}

/// Splits a string at separators outside of brackets. Omits lifetimes.
fn parts(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, byte) in text.bytes().chain([separator]).enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // The string has no separator at its end, so the loop adds one.
        let is_end = at == text.len();
        let is_separator = depth == 0 && byte == separator;
        if !is_end && !is_separator {
            continue;
        }
        let part = text[start..at].trim();
        if !part.is_empty() && !part.starts_with('\'') {
            parts.push(part);
        }
        start = at + 1;
    }
    parts
}
