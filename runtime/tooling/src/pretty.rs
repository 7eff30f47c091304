//! Pretty-prints JSON documents. Values that fit on a line stay on a single line.

use serde::ser::{Serialize, SerializeMap};
use std::iter::Peekable;

/// The maximum length of a line that contains a list or an object, in bytes.
const WIDTH: usize = 120;

/// Formats a document as the content of a file. Always expands objects and lists in the outermost `open` levels, so
/// that a diff only contains the lines of changed members.
pub(crate) fn pretty(document: &impl Serialize, open: usize) -> String {
    // Serialization only fails for maps with non-string keys, and documents have none.
    let compact = serde_json::to_string(document).unwrap_or_default();
    formatted(&mut tokens(&compact).peekable(), 0, open, 0) + "\n"
}

/// Serializes a map entry unless the value is `None`.
pub(crate) fn some<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// Formats the next value. `used` is the number of bytes before the value on its line.
fn formatted<'a>(
    tokens: &mut Peekable<impl Iterator<Item = &'a str>>,
    depth: usize,
    open: usize,
    used: usize,
) -> String {
    let opening = tokens.next().unwrap_or_default();
    let (closing, space) = match opening {
        "[" => ("]", ""),
        "{" => ("}", " "),
        scalar => return scalar.to_owned(),
    };
    let mut items = Vec::new();
    while tokens.peek().is_some() && tokens.next_if_eq(&closing).is_none() {
        let name = tokens.next_if(|_| opening == "{").map(|name| format!("{name}: ")).unwrap_or_default();
        tokens.next_if_eq(&":");
        let value = formatted(tokens, depth + 1, open, 2 * (depth + 1) + name.len());
        items.push(name + &value);
        tokens.next_if_eq(&",");
    }
    if items.is_empty() {
        return format!("{opening}{closing}");
    }
    let line = format!("{opening}{space}{}{space}{closing}", items.join(", "));
    if depth >= open && used + line.len() <= WIDTH && !line.contains('\n') {
        return line;
    }
    let indent = " ".repeat(2 * depth);
    format!("{opening}\n{indent}  {}\n{indent}{closing}", items.join(&format!(",\n{indent}  ")))
}

/// Iterates over the tokens of a JSON document: punctuation, strings, numbers, literals, and whitespace, one character
/// per token. Concatenated, the tokens are always equal to the document, even if it's invalid.
fn tokens(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        let (token, after) = rest.split_at(token_length(rest));
        rest = after;
        (!token.is_empty()).then_some(token)
    })
}

fn token_length(json: &str) -> usize {
    let bytes = json.as_bytes();
    match bytes.first() {
        Some(b'"') => {
            let mut at = 1;
            loop {
                match bytes.get(at) {
                    Some(b'\\') => at += 2,
                    Some(b'"') => return at + 1,
                    Some(_) => at += 1,
                    None => return bytes.len(),
                }
            }
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' | b'\n' | b'\t' | b'\r') => 1,
        _ => bytes.iter().position(|byte| b"{}[],: \n\t\r\"".contains(byte)).unwrap_or(bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::pretty;
    use serde_json::{Value, json};

    #[test]
    fn short_values_are_kept_on_a_single_line() {
        let value = json!({"a": [1, 2.5, -3], "b": {}, "c": [], "d": {"e": null, "f\"\\": "g\"]}\\"}});
        assert_eq!(
            pretty(&value, 1),
            "{\n  \"a\": [1, 2.5, -3],\n  \"b\": {},\n  \"c\": [],\n  \"d\": { \"e\": null, \"f\\\"\\\\\": \"g\\\"]}\\\\\" }\n}\n"
        );
    }

    #[test]
    fn the_value_is_unchanged() {
        let long: Vec<Value> = (0..50).map(|n| json!({"name": "n".repeat(n), "[": ["\u{1}", {"x": n}]})).collect();
        let value = json!({"long": long, "text": "é\n".repeat(200)});
        for open in [0, 1, 9] {
            assert_eq!(serde_json::from_str::<Value>(&pretty(&value, open)).unwrap(), value);
        }
    }
}
