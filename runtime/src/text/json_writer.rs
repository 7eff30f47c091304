//! Writes JSON documents from fixed parts, which are copied unchanged, and strings, which are sanitized and escaped.
//!
//! serde's map serializers are slower, because they check and quote every key on each call.

use super::document::{Document, Kind, Mark};
use super::json::InQuotes;
use super::limit::{Limit, Text};

/// Appends a JSON document to a `String`, with commas where needed.
pub(crate) struct JsonWriter<'a> {
    document: Document<'a>,
    /// Whether the next value needs a comma.
    has_value: bool,
    /// An offset that the caller remembers for [`written`](Self::written).
    pub(crate) bookmark: usize,
}

/// The key of a member, stored as `"name":"` with the opening quote of a string value.
#[derive(Clone, Copy)]
pub(crate) struct Key(pub(crate) &'static str);

impl Key {
    pub(crate) fn name(self) -> &'static str {
        &self.0[1..self.0.len() - 3]
    }

    /// Returns `"name":`.
    fn before_value(self) -> &'static str {
        &self.0[..self.0.len() - 1]
    }
}

/// Creates a key. All of it is a single string, because each additional string would add a relocation to the binary.
macro_rules! key {
    ($name:literal) => {
        $crate::text::json_writer::Key(concat!("\"", $name, "\":\""))
    };
}

pub(crate) use key;

/// The kind of a nested value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonContainer {
    List,
    Object,
}

/// The start of a member. Truncating the document to it removes the member.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    mark: Mark,
    has_value: bool,
}

/// An open list or object.
pub(crate) struct Nested {
    brackets: JsonContainer,
    member: Checkpoint,
}

impl<'a> JsonWriter<'a> {
    /// Creates a JSON document at the end of `out`. Strings of more than `cap` bytes are truncated.
    pub(crate) const fn new(out: &'a mut String, cap: usize) -> Self {
        Self { document: Document::new(out, cap, &InQuotes::ESCAPES), has_value: false, bookmark: 0 }
    }

    /// Writes a fixed part that ends with an opening bracket.
    pub(crate) fn open(&mut self, part: &'static str) {
        self.document.raw(part);
        self.has_value = false;
    }

    /// Writes a fixed part that ends with a value or a closing bracket.
    pub(crate) fn close(&mut self, part: &'static str) {
        self.document.raw(part);
        self.has_value = true;
    }

    #[inline]
    fn comma(&mut self) {
        if std::mem::replace(&mut self.has_value, true) {
            self.document.raw(",");
        }
    }

    /// Writes a key that's only known at run time. The caller has already truncated the key. If `is_plain`, the key
    /// needs no escapes.
    pub(crate) fn name(&mut self, name: &str, is_plain: bool) {
        self.comma();
        self.document.raw("\"");
        match is_plain {
            true => self.document.raw(name),
            false => self.document.str(Kind::Text, name, usize::MAX),
        }
        self.document.raw("\":");
        self.has_value = false;
    }

    /// Writes a string value.
    pub(crate) fn text(&mut self, text: Text<'_>) {
        self.comma();
        self.document.raw("\"");
        self.inside(text);
    }

    /// Writes a string value that's already in memory.
    #[inline(never)]
    pub(crate) fn str(&mut self, text: &str) {
        self.comma();
        self.document.raw("\"");
        self.inside_str(text);
    }

    /// Writes a number or a keyword.
    #[inline(never)]
    pub(crate) fn plain(&mut self, json: &str) {
        self.comma();
        self.document.raw(json);
    }

    /// Opens an object in a list.
    pub(crate) fn begin_item(&mut self) {
        self.comma();
        self.document.raw("{");
        self.has_value = false;
    }

    /// Writes a value by calling `write` with the output and the cap. `write` must sanitize everything that it appends.
    pub(crate) fn escaped(&mut self, write: impl FnOnce(&mut String, usize)) {
        self.comma();
        self.document.lend(write);
    }

    /// Writes a member with a string value. Returns the offset of the value.
    pub(crate) fn member_text(&mut self, key: Key, text: Text<'_>) -> usize {
        self.open_text(key);
        self.inside(text)
    }

    /// Writes a member that contains a code. The cap on codes is at least 1 KiB.
    pub(crate) fn member_name(&mut self, key: Key, name: &str) {
        self.open_text(key);
        self.document.name(Kind::Text, name);
        self.document.raw("\"");
    }

    /// Returns the cap on each value.
    pub(crate) const fn limit(&self) -> Limit {
        Limit::new(self.document.cap())
    }

    /// Returns the string at an offset if it's unmodified: not truncated, and not checked yet.
    pub(crate) fn written(&self, start: usize) -> Option<&str> {
        self.document.written(start)
    }

    /// Writes a member with a string value, unless the value is empty after sanitizing. Returns whether it was written.
    pub(crate) fn member_if_shown(&mut self, key: Key, text: Text<'_>) -> bool {
        let place = self.place();
        self.open_text(key);
        let start = self.document.show(Kind::Text, text);
        let is_shown = self.document.is_shown(start, &text.arguments());
        match is_shown {
            true => self.document.raw("\""),
            false => self.remove_from(place),
        }
        is_shown
    }

    /// Returns the start of the next member. The member can be removed again if it contains at most one string.
    pub(crate) fn place(&mut self) -> Checkpoint {
        Checkpoint { mark: self.document.mark(), has_value: self.has_value }
    }

    /// Removes everything after the place.
    pub(crate) fn remove_from(&mut self, place: Checkpoint) {
        self.document.cut(place.mark);
        self.has_value = place.has_value;
    }

    pub(crate) fn member_str(&mut self, key: Key, text: &str) {
        self.open_text(key);
        self.inside_str(text);
    }

    /// Writes a member with a keyword as a string value. The keyword needs no escapes.
    pub(crate) fn member_word(&mut self, key: Key, word: &str) {
        self.open_text(key);
        self.document.raw(word);
        self.document.raw("\"");
    }

    pub(crate) fn member_plain(&mut self, key: Key, json: &str) {
        self.comma();
        self.document.raw(key.before_value());
        self.document.raw(json);
    }

    #[inline]
    fn open_text(&mut self, key: Key) {
        self.comma();
        self.document.raw(key.0);
    }

    /// Writes a key and opens a list or an object.
    pub(crate) fn begin(&mut self, key: Key, brackets: JsonContainer) -> Nested {
        let member = self.place();
        self.comma();
        self.document.raw(key.before_value());
        self.open(if brackets == JsonContainer::List { "[" } else { "{" });
        Nested { brackets, member }
    }

    /// Writes a key that needs no escapes, and opens an object.
    pub(crate) fn begin_named(&mut self, name: &str) -> Nested {
        let member = self.place();
        self.name(name, true);
        self.open("{");
        Nested { brackets: JsonContainer::Object, member }
    }

    /// Closes a list or an object. If it's empty, removes it and its key.
    pub(crate) fn end(&mut self, nested: Nested) {
        if self.has_value {
            self.close(if nested.brackets == JsonContainer::List { "]" } else { "}" });
        } else {
            self.remove_from(nested.member);
        }
    }

    /// Writes a string and the closing quote. Returns the offset of the string.
    fn inside(&mut self, text: Text<'_>) -> usize {
        let start = self.document.show(Kind::Text, text);
        self.document.raw("\"");
        start
    }

    fn inside_str(&mut self, text: &str) {
        self.document.str(Kind::Text, text, self.document.cap());
        self.document.raw("\"");
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonContainer, JsonWriter, Text};
    use crate::text::document::MAX_TEXTS;
    use serde_json::{Value, json};
    use std::fmt;

    fn list(texts: &[String], cap: usize) -> String {
        let mut out = String::from("before \"it\" ");
        let mut json = JsonWriter::new(&mut out, cap);
        let place = json.begin(key!("list"), JsonContainer::List);
        for text in texts {
            json.str(text);
        }
        json.end(place);
        drop(json);
        out.split_off("before \"it\" \"list\":".len())
    }

    #[test]
    fn as_many_texts_as_one_likes_are_escaped() {
        for count in 1..3 * MAX_TEXTS {
            for special in 0..count {
                let texts: Vec<_> =
                    (0..count).map(|at| if at == special { "\"\\\n" } else { "plain" }.to_owned()).collect();
                assert_eq!(list(&texts, usize::MAX), json!(texts).to_string());
            }
        }
    }

    #[test]
    fn a_text_above_the_cap_is_escaped_once() {
        let texts = ["\"a\"".repeat(20), "\"".to_owned(), "b".repeat(10)];
        let written: Value = serde_json::from_str(&list(&texts, 9)).unwrap();
        let expected = ["\"a\"\"a\"\"a\"… [51 bytes cut]", "\"", "bbbbbbbbb… [1 bytes cut]"];
        assert_eq!(written, json!(expected));
    }

    #[test]
    fn an_empty_object_leaves_no_comma() {
        let mut out = String::new();
        let mut json = JsonWriter::new(&mut out, usize::MAX);
        json.open("{");
        for text in [None, Some("a"), None] {
            let place = json.begin(key!("object"), JsonContainer::Object);
            if let Some(text) = text {
                json.member_str(key!("text"), text);
                json.member_plain(key!("number"), "1");
            }
            json.end(place);
        }
        json.close("}");
        drop(json);
        assert_eq!(out, r#"{"object":{"text":"a","number":1}}"#);
    }

    #[test]
    fn what_is_removed_leaves_no_trace_wherever_texts_are_looked_at() {
        for (special, shown) in [("\u{7f}\u{7f}", json!("")), ("\"\"", json!("\"\"")), ("é", json!("é"))] {
            for before in 0..=MAX_TEXTS {
                let mut out = String::new();
                let mut json = JsonWriter::new(&mut out, usize::MAX);
                json.open("[");
                for _ in 0..before {
                    json.str(special);
                }
                json.begin_item();
                let nested = json.begin(key!("nested"), JsonContainer::Object);
                let place = json.place();
                let start = json.member_text(key!("text"), Text::Value(format_args!("{special}")));
                assert!(json.written(start).is_none_or(|text| text == special));
                json.remove_from(place);
                json.end(nested);
                json.close("}");
                json.close("]");
                drop(json);
                let mut expected = vec![shown.clone(); before];
                expected.push(json!({}));
                assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), Value::from(expected), "after {before}");
            }
        }
    }

    #[test]
    fn texts_before_a_panic_are_escaped() {
        struct Panics;
        impl fmt::Display for Panics {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
                panic!("a `Display` of the program")
            }
        }
        let mut out = String::new();
        let written = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut json = JsonWriter::new(&mut out, usize::MAX);
            json.text(Text::Value(format_args!("\u{1b}[31m\"red\"")));
            json.text(Text::Value(format_args!("{Panics}")));
        }));
        assert!(written.is_err());
        assert_eq!(out, r#""\"red\"",""#);
    }
}
