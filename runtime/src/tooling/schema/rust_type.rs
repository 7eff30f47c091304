//! The JSON of a type whose name tells it.

use serde_json::{Value, json};

/// What a value of a type looks like in the context; `{}` if its name does not tell.
///
/// The name is what a variant spells: a type of the same name as one of `std` is taken for that one.
pub(super) fn schema(ty: &str) -> Value {
    of(ty, Place::Field)
}

/// Whether a value is the field itself: some types are shown differently inside of others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Field,
    Inside,
}

fn of(ty: &str, place: Place) -> Value {
    let ty = without_reference(ty);
    if let Some(inner) = ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
        return list(inner);
    }
    if let Some(inner) = ty.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')) {
        return tuple(inner, place);
    }
    let (path, arguments) = ty.split_once('<').unwrap_or((ty, ""));
    let arguments = parts(arguments.strip_suffix('>').unwrap_or(arguments), ',');
    let arguments: Vec<&str> = arguments.into_iter().filter(|argument| !argument.starts_with('\'')).collect();
    let first = || arguments.first().map_or(json!({}), |ty| of(ty, Place::Inside));
    let name = path.rsplit("::").next().unwrap_or(path).trim();
    match (name, arguments.as_slice()) {
        ("Option", [inner, ..]) => nullable(of(inner, place)),
        ("Box" | "Arc" | "Rc" | "Cow", [inner, ..]) => of(inner, place),
        ("Vec" | "VecDeque" | "LinkedList", [_, ..]) => json!({"type": "array", "items": first()}),
        ("HashSet" | "BTreeSet", [_, ..]) => json!({"type": "array", "items": first(), "uniqueItems": true}),
        ("HashMap" | "BTreeMap", [_, value, ..]) => {
            json!({"type": "object", "additionalProperties": of(value, Place::Inside)})
        }
        ("NonZero", [number]) => not_zero(number),
        (name, []) => match name.strip_prefix("NonZero") {
            Some(number) => not_zero(&number.to_lowercase()),
            None => plain(name, place),
        },
        _ => json!({}),
    }
}

/// A type without parameters.
fn plain(name: &str, place: Place) -> Value {
    match name {
        "String" | "str" | "PathBuf" | "Path" => json!({"type": "string"}),
        "IpAddr" | "Ipv4Addr" | "Ipv6Addr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => {
            json!({"type": "string"})
        }
        // Serde has a form of its own for these; as a field they are text.
        "OsString" | "OsStr" if place == Place::Field => json!({"type": "string"}),
        "char" => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        "bool" => json!({"type": "boolean"}),
        "f32" | "f64" => json!({"type": "number"}),
        "u8" => integer(0, u8::MAX),
        "u16" => integer(0, u16::MAX),
        "u32" => integer(0, u32::MAX),
        "i8" => integer(i8::MIN, i8::MAX),
        "i16" => integer(i16::MIN, i16::MAX),
        "i32" => integer(i32::MIN, i32::MAX),
        // As a field, a number beyond 64 bits is text.
        "u128" | "i128" if place == Place::Field => json!({"type": ["integer", "string"]}),
        // Many readers cannot tell the ends of these ranges from their neighbours.
        "u64" | "usize" | "u128" => json!({"type": "integer", "minimum": 0}),
        "i64" | "isize" | "i128" => json!({"type": "integer"}),
        "Duration" => json!({
            "type": "object",
            "properties": {"secs": {"type": "integer", "minimum": 0}, "nanos": {"type": "integer", "minimum": 0}},
            "required": ["secs", "nanos"],
        }),
        "SystemTime" => json!({
            "type": "object",
            "properties": {
                "secs_since_epoch": {"type": "integer", "minimum": 0},
                "nanos_since_epoch": {"type": "integer", "minimum": 0},
            },
            "required": ["secs_since_epoch", "nanos_since_epoch"],
        }),
        "FieldError" => json!({
            "type": "object",
            "properties": {
                "field": {"type": "string"},
                "message": {"type": "string"},
                "sent": {},
                "missing": {"const": true},
                "expected": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["field", "message"],
        }),
        _ => json!({}),
    }
}

fn integer(minimum: impl Into<i64>, maximum: impl Into<i64>) -> Value {
    json!({"type": "integer", "minimum": minimum.into(), "maximum": maximum.into()})
}

fn not_zero(number: &str) -> Value {
    let mut schema = plain(number, Place::Inside);
    if let Value::Object(members) = &mut schema {
        members.insert("not".to_owned(), json!({"const": 0}));
    }
    schema
}

/// `T` of a slice, or `T; N` of an array.
fn list(inner: &str) -> Value {
    let parts = parts(inner, ';');
    let items = parts.first().map_or(json!({}), |ty| of(ty, Place::Inside));
    match parts.get(1).and_then(|length| length.parse::<u64>().ok()) {
        Some(length) => json!({"type": "array", "items": items, "minItems": length, "maxItems": length}),
        None => json!({"type": "array", "items": items}),
    }
}

fn tuple(inner: &str, place: Place) -> Value {
    let types = parts(inner, ',');
    match types.as_slice() {
        [] => json!({"type": "null"}),
        // Parentheses around a type, unless there is a comma.
        [only] if !inner.trim_end().ends_with(',') => of(only, place),
        types => {
            let items: Vec<Value> = types.iter().map(|ty| of(ty, Place::Inside)).collect();
            json!({"type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len()})
        }
    }
}

/// What the schema accepts, and null.
fn nullable(schema: Value) -> Value {
    let Value::Object(mut members) = schema else { return schema };
    match members.get_mut("type") {
        Some(Value::String(one)) => {
            let both = json!([one, "null"]);
            members.insert("type".to_owned(), both);
        }
        Some(Value::Array(several)) if !several.contains(&json!("null")) => several.push(json!("null")),
        // Null is one of the values.
        _ => {}
    }
    Value::Object(members)
}

/// `&'a mut T` is `T`.
fn without_reference(ty: &str) -> &str {
    let mut ty = ty.trim();
    while let Some(rest) = ty.strip_prefix('&') {
        let rest = rest.trim_start();
        let rest = if rest.starts_with('\'') { rest.split_once(' ').map_or(rest, |(_, rest)| rest) } else { rest };
        ty = rest.strip_prefix("mut ").unwrap_or(rest).trim_start();
    }
    ty
}

/// The parts between separators that stand in no bracket.
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

#[cfg(test)]
mod tests {
    use super::schema;
    use serde_json::json;

    #[test]
    fn schemas_are_read_off_rust_types() {
        let string = json!({"type": "string"});
        for (rust, expected) in [
            ("&'static str", string.clone()),
            ("&'a mut str", string.clone()),
            ("std::path::PathBuf", string.clone()),
            ("Cow<'a, str>", string.clone()),
            ("Box<OsStr>", string.clone()),
            ("Vec<OsString>", json!({"type": "array", "items": {}})),
            ("Option<String>", json!({"type": ["string", "null"]})),
            ("Option<Option<bool>>", json!({"type": ["boolean", "null"]})),
            ("Option<Item>", json!({})),
            ("u16", json!({"type": "integer", "minimum": 0, "maximum": 65535})),
            ("i8", json!({"type": "integer", "minimum": -128, "maximum": 127})),
            ("&'static [&'static str]", json!({"type": "array", "items": string})),
            (
                "[u64; 4]",
                json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 4, "maxItems": 4}),
            ),
            (
                "HashMap<String, Vec<f64>>",
                json!({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}}),
            ),
            (
                "BTreeSet<char>",
                json!({"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 1}, "uniqueItems": true}),
            ),
            (
                "(bool, HashMap<String, Item>)",
                json!({"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "object", "additionalProperties": {}}], "minItems": 2, "maxItems": 2}),
            ),
            ("NonZero<u8>", json!({"type": "integer", "minimum": 0, "maximum": 255, "not": {"const": 0}})),
            ("Option<NonZeroUsize>", json!({"type": ["integer", "null"], "minimum": 0, "not": {"const": 0}})),
            ("(bool)", json!({"type": "boolean"})),
            ("()", json!({"type": "null"})),
            ("Item", json!({})),
            ("Wrapper<u8>", json!({})),
            ("Vec", json!({})),
        ] {
            assert_eq!(schema(rust), expected, "{rust}");
        }
    }
}
