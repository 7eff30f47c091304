//! Made-up values of fields, by type and name.

use crate::context::REDACTED;
use crate::def::FieldDef;
use crate::vocabulary::Shown;
use serde_json::{Value, json};

/// A value that a field could have.
pub(super) fn of_field(field: &FieldDef) -> Value {
    match field.shown {
        Shown::Redacted => REDACTED.into(),
        Shown::Text => text(field.name).into(),
        Shown::Serialized => of_type(field.ty, field.name),
    }
}

/// A value that a field of this name could have if it holds text, for one of which nothing else is known.
pub(super) fn text(name: &str) -> String {
    let words: Vec<&str> = name.split('_').collect();
    let known = words.iter().rev().find_map(|word| {
        Some(match *word {
            "host" | "hostname" | "server" => "db.example.com",
            "url" | "uri" | "endpoint" => "https://example.com/items/7",
            "path" | "file" | "filename" => "data/items.csv",
            "directory" | "dir" | "folder" => "data",
            "user" | "username" | "owner" | "author" => "ada",
            "email" | "mail" => "ada@example.com",
            "id" | "uuid" => "item-7",
            "version" => "1.2.0",
            "date" | "time" | "timestamp" | "expires" => "2026-01-31T12:00:00Z",
            "region" | "zone" => "eu-north-1",
            "method" => "GET",
            "name" | "column" | "field" | "key" => "name",
            "table" => "items",
            "command" => "list",
            "flag" => "--name",
            "reason" | "problem" | "cause" | "message" => "it is empty",
            "found" => "text",
            "valid" | "expected" => "a value from 1 to 10",
            _ => return None,
        })
    });
    known.map_or_else(|| format!("some-{}", words.join("-")), str::to_owned)
}

fn of_type(ty: &str, name: &str) -> Value {
    let ty = bare(ty);
    let (outer, inner) = ty.split_once('<').map_or((ty, ""), |(outer, inner)| (outer, inner.trim_end_matches('>')));
    match outer.rsplit("::").next().unwrap_or(outer).trim() {
        "u8" | "i8" => integer(name).min(100).into(),
        "u16" | "u32" | "u64" | "u128" | "usize" | "i16" | "i32" | "i64" | "i128" | "isize" => integer(name).into(),
        "f32" | "f64" => 0.5.into(),
        "bool" => true.into(),
        "char" => "x".into(),
        "Duration" => json!({"nanos": 0, "secs": 30}),
        "Vec" | "VecDeque" | "HashSet" | "BTreeSet" => [of_type(inner, singular(name))].into_iter().collect(),
        "HashMap" | "BTreeMap" => {
            let value = inner.split_once(',').map_or(inner, |(_, value)| value);
            json!({ "key": of_type(value, name) })
        }
        "Value" => json!({"key": "value"}),
        _ if ty.starts_with('[') => array(ty, name),
        _ => text(name).into(),
    }
}

/// `[T]` and `[T; 2]`.
fn array(ty: &str, name: &str) -> Value {
    let inside = ty.trim_start_matches('[').trim_end_matches(']');
    let (item, length) = inside.rsplit_once(';').unwrap_or((inside, "1"));
    let length: usize = length.trim().parse().unwrap_or(1);
    (0..length.min(8)).map(|_| of_type(item, singular(name))).collect()
}

/// The type without references, lifetimes and what only holds it.
fn bare(ty: &str) -> &str {
    let ty = ty.trim().trim_start_matches('&').trim_start();
    let ty = match ty.strip_prefix('\'') {
        Some(lifetime) => lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
        None => ty,
    };
    let ty = ty.trim_start_matches([',', ' ']);
    let Some((outer, inner)) = ty.split_once('<') else { return ty };
    match outer.rsplit("::").next().unwrap_or(outer).trim() {
        "Option" | "Box" | "Arc" | "Rc" | "Cow" => bare(inner.strip_suffix('>').unwrap_or(inner)),
        _ => ty,
    }
}

/// A number that fits the last word of the name that tells something.
fn integer(name: &str) -> u32 {
    let by_word = |word: &str| {
        Some(match word {
            "port" => 5432,
            "ms" | "millis" => 5000,
            "s" | "sec" | "secs" | "seconds" | "after" => 30,
            "minutes" | "min" => 5,
            "status" => 503,
            "line" | "row" => 7,
            "column" | "position" | "index" => 3,
            "attempt" | "attempts" | "retries" => 3,
            "bytes" | "size" | "length" | "len" => 4096,
            "limit" | "max" | "maximum" | "count" | "total" => 10,
            _ => return None,
        })
    };
    name.rsplit('_').find_map(by_word).unwrap_or(1)
}

fn singular(name: &str) -> &str {
    name.strip_suffix('s').filter(|name| !name.ends_with('s')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::of_field;
    use crate::def::FieldDef;
    use crate::vocabulary::Shown;

    #[test]
    fn values_have_the_type_of_their_field() {
        for (ty, name, json) in [
            ("u16", "port", "5432"),
            ("Option<u8>", "timeout_ms", "100"),
            ("&'static str", "colour", "\"some-colour\""),
            ("Cow<'static, str>", "host", "\"db.example.com\""),
            ("Vec<String>", "paths", "[\"data/items.csv\"]"),
            ("&'static[&'static str]", "required", "[\"some-required\"]"),
            ("[f64; 2]", "corner", "[0.5,0.5]"),
            ("std::collections::BTreeMap<String, bool>", "flags", "{\"key\":true}"),
            ("std::time::Duration", "wait", "{\"nanos\":0,\"secs\":30}"),
            ("Box<Item>", "stored", "\"some-stored\""),
        ] {
            let field = FieldDef { name, ty, shown: Shown::Serialized, summary: None };
            assert_eq!(of_field(&field).to_string(), json, "{ty}");
        }
    }
}
