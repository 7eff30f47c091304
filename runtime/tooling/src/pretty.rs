//! Pretty-prints JSON documents. Values that fit on a line stay on a single line.

use agent_error_rules::json::tokens;
use serde::ser::{Serialize, SerializeMap};
use std::fmt::Write;
use std::iter::Peekable;

/// The maximum length of a line that contains a list or an object, in bytes.
const WIDTH: usize = 120;

/// Formats a document as the content of a file. Always expands objects and lists in the outermost `open` levels, so
/// that a changed member only affects its own line in a diff.
pub(crate) fn pretty(document: &impl Serialize, open: usize) -> String {
    // Serialization only fails for maps with non-string keys, and documents have none.
    let compact = serde_json::to_string(document).unwrap_or_default();
    let mut text = String::new();
    Node::read(&mut tokens(&compact).peekable()).write(0, open, &mut text);
    text.push('\n');
    text
}

/// Serializes a map entry unless the value is `None`.
pub(crate) fn some<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// A JSON value. Scalars and member names keep the formatting of `serde_json`.
enum Node<'a> {
    Scalar(&'a str),
    List(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
}

impl<'a> Node<'a> {
    /// Reads a value from the tokens of compact JSON.
    fn read(tokens: &mut Peekable<impl Iterator<Item = &'a str>>) -> Self {
        match tokens.next().unwrap_or_default() {
            "[" => Self::List(members(tokens, "]", Self::read)),
            "{" => Self::Object(members(tokens, "}", |tokens| {
                let name = tokens.next().unwrap_or_default();
                tokens.next_if_eq(&":");
                (name, Self::read(tokens))
            })),
            scalar => Self::Scalar(scalar),
        }
    }

    fn write(&self, depth: usize, open: usize, text: &mut String) {
        let start = text.len();
        let line = text.rfind('\n').map_or(0, |end| end + 1);
        self.write_line(text);
        let indent = 2 * depth;
        if matches!(self, Self::Scalar(_)) || (depth >= open && text.len() - line <= WIDTH) {
            return;
        }
        text.truncate(start);
        let (opening, closing, count) = match self {
            Self::Scalar(_) => return,
            Self::List(values) => ('[', ']', values.len()),
            Self::Object(members) => ('{', '}', members.len()),
        };
        text.push(opening);
        for index in 0..count {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.extend(std::iter::repeat_n(' ', indent + 2));
            match self {
                Self::Scalar(_) => {}
                Self::List(values) => values[index].write(depth + 1, open, text),
                Self::Object(members) => {
                    let (name, value) = &members[index];
                    let _ = write!(text, "{name}: ");
                    value.write(depth + 1, open, text);
                }
            }
        }
        if count > 0 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
        }
        text.push(closing);
    }

    fn write_line(&self, text: &mut String) {
        match self {
            Self::Scalar(scalar) => text.push_str(scalar),
            Self::List(values) => {
                for (index, value) in values.iter().enumerate() {
                    text.push_str(if index == 0 { "[" } else { ", " });
                    value.write_line(text);
                }
                text.push_str(if values.is_empty() { "[]" } else { "]" });
            }
            Self::Object(members) => {
                for (index, (name, value)) in members.iter().enumerate() {
                    let _ = write!(text, "{}{name}: ", if index == 0 { "{ " } else { ", " });
                    value.write_line(text);
                }
                text.push_str(if members.is_empty() { "{}" } else { " }" });
            }
        }
    }
}

/// Reads the items of a list or the members of an object, up to and including the closing bracket.
fn members<'a, I: Iterator<Item = &'a str>, T>(
    tokens: &mut Peekable<I>,
    closing: &str,
    read: impl Fn(&mut Peekable<I>) -> T,
) -> Vec<T> {
    let mut members = Vec::new();
    while tokens.peek().is_some() && tokens.next_if_eq(&closing).is_none() {
        members.push(read(tokens));
        tokens.next_if_eq(&",");
    }
    members
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
        let long: Vec<Value> =
            (0..50).map(|n| json!({"name": "n".repeat(n), "[": ["\u{1}", true, {"x": n}]})).collect();
        let value = json!({"long": long, "text": "é\n".repeat(200)});
        for open in [0, 1, 2, 9] {
            let text = pretty(&value, open);
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
        assert_eq!(pretty(&json!("alone"), 3), "\"alone\"\n");
    }
}
