//! The writer of JSON documents: fixed pieces unchanged, every text cleaned and escaped.
//!
//! serde's maps would scan and quote each key on every call.

use super::document::{Document, Kind, Mark};
use super::json::InQuotes;
use super::limit::{Limit, Text};

/// Writes one JSON document at the end of a text, with commas as needed.
pub(crate) struct Json<'a> {
    document: Document<'a>,
    /// Whether a comma goes before the next value.
    has_value: bool,
    /// Where the message of the error begins.
    pub(crate) message: usize,
}

/// The name of a member.
#[derive(Clone, Copy)]
pub(crate) struct Key(pub(crate) &'static str);

impl Key {
    pub(crate) fn name(self) -> &'static str {
        &self.0[1..self.0.len() - 3]
    }

    /// `"name":`.
    fn before_value(self) -> &'static str {
        &self.0[..self.0.len() - 1]
    }
}

/// A key is one text, `"name":"`, since each of several would need a relocation.
macro_rules! key {
    ($name:literal) => {
        $crate::text::json_writer::Key(concat!("\"", $name, "\":\""))
    };
}

pub(crate) use key;

/// The brackets of a member that has values of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Brackets {
    List,
    Object,
}

/// Where a member begins, so that it can be removed.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    mark: Mark,
    has_value: bool,
}

/// Where the values of a nested member begin.
pub(crate) struct Nested {
    brackets: Brackets,
    member: Place,
}

impl<'a> Json<'a> {
    /// Texts of more than `cap` bytes are cut.
    pub(crate) const fn new(out: &'a mut String, cap: usize) -> Self {
        Self { document: Document::new(out, cap, &InQuotes::ESCAPES), has_value: false, message: 0 }
    }

    /// Writes a part that ends with an opening bracket.
    pub(crate) fn open(&mut self, part: &'static str) {
        self.document.raw(part);
        self.has_value = false;
    }

    /// Writes a part that ends with a value or a closing bracket.
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

    /// Writes the name of a member, which is data and already truncated; a plain one needs no escapes.
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

    /// Writes a text.
    pub(crate) fn text(&mut self, text: Text<'_>) {
        self.comma();
        self.document.raw("\"");
        self.inside(text);
    }

    /// Writes a text in memory.
    #[inline(never)]
    pub(crate) fn str(&mut self, text: &str) {
        self.comma();
        self.document.raw("\"");
        self.inside_str(text);
    }

    /// Writes a number or a word that is a whole value.
    #[inline(never)]
    pub(crate) fn plain(&mut self, json: &str) {
        self.comma();
        self.document.raw(json);
    }

    /// Begins an object in a list.
    pub(crate) fn begin_item(&mut self) {
        self.comma();
        self.document.raw("{");
        self.has_value = false;
    }

    /// Writes a value that `write` appends to the text, cut at the cap.
    pub(crate) fn escaped(&mut self, write: impl FnOnce(&mut String, usize)) {
        self.comma();
        self.document.lend(write);
    }

    /// Writes a text, and returns where it begins.
    pub(crate) fn member_text(&mut self, key: Key, text: Text<'_>) -> usize {
        self.open_text(key);
        self.inside(text)
    }

    /// Writes a code, which has a cap of its own.
    pub(crate) fn member_name(&mut self, key: Key, name: &str) {
        self.open_text(key);
        self.document.name(Kind::Text, name);
        self.document.raw("\"");
    }

    /// The cap of a value.
    pub(crate) const fn limit(&self) -> Limit {
        Limit::new(self.document.cap())
    }

    /// The text that begins there, if it is as it came: not cut, and not yet looked at.
    pub(crate) fn written(&self, start: usize) -> Option<&str> {
        self.document.written(start)
    }

    /// Writes a text if it shows a character, and returns whether it does.
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

    /// The place of a member with one text, which may be removed.
    pub(crate) fn place(&mut self) -> Place {
        Place { mark: self.document.mark(), has_value: self.has_value }
    }

    /// Removes what follows the place.
    pub(crate) fn remove_from(&mut self, place: Place) {
        self.document.cut(place.mark);
        self.has_value = place.has_value;
    }

    pub(crate) fn member_str(&mut self, key: Key, text: &str) {
        self.open_text(key);
        self.inside_str(text);
    }

    /// A word that needs no escapes, as a text.
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

    /// Begins a member that is an object or a list.
    pub(crate) fn begin(&mut self, key: Key, brackets: Brackets) -> Nested {
        let member = self.place();
        self.comma();
        self.document.raw(key.before_value());
        self.open(if brackets == Brackets::List { "[" } else { "{" });
        Nested { brackets, member }
    }

    /// Begins a member that is an object, with a name that needs no escapes.
    pub(crate) fn begin_named(&mut self, name: &str) -> Nested {
        let member = self.place();
        self.name(name, true);
        self.open("{");
        Nested { brackets: Brackets::Object, member }
    }

    /// Ends the object or the list that began there; an empty one is removed with its name.
    pub(crate) fn end(&mut self, nested: Nested) {
        if self.has_value {
            self.close(if nested.brackets == Brackets::List { "]" } else { "}" });
        } else {
            self.remove_from(nested.member);
        }
    }

    /// Writes the rest of a text, with the closing quote, and returns where it begins.
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
    use super::{Brackets, Json, Text};
    use crate::text::document::MAX_TEXTS;
    use serde_json::{Value, json};
    use std::fmt;

    fn list(texts: &[String], cap: usize) -> String {
        let mut out = String::from("before \"it\" ");
        let mut json = Json::new(&mut out, cap);
        let place = json.begin(key!("list"), Brackets::List);
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
        let mut json = Json::new(&mut out, usize::MAX);
        json.open("{");
        for text in [None, Some("a"), None] {
            let place = json.begin(key!("object"), Brackets::Object);
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
                let mut json = Json::new(&mut out, usize::MAX);
                json.open("[");
                for _ in 0..before {
                    json.str(special);
                }
                json.begin_item();
                let nested = json.begin(key!("nested"), Brackets::Object);
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
            let mut json = Json::new(&mut out, usize::MAX);
            json.text(Text::Value(format_args!("\u{1b}[31m\"red\"")));
            json.text(Text::Value(format_args!("{Panics}")));
        }));
        assert!(written.is_err());
        assert_eq!(out, r#""\"red\"",""#);
    }
}
