//! The writer of JSON documents: fixed pieces unchanged, every text cleaned and escaped.
//!
//! serde's maps would scan and quote each key on every call.

use super::clean::SafeText;
use super::json::{InQuotes, push_str};
use std::fmt;

/// Writes one JSON document at the end of a text, with commas as needed.
///
/// Texts are written as they come, and looked at together: reading a few bytes just after they were written stops the
/// processor.
pub(crate) struct Json<'a> {
    out: &'a mut String,
    cap: usize,
    /// Whether a comma goes before the next value.
    has_value: bool,
    /// The places of the texts that are not yet looked at.
    texts: [(usize, usize); MAX_TEXTS],
    count: usize,
}

/// How many texts are looked at together, at most.
const MAX_TEXTS: usize = 16;

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

/// Where a nested member begins; [`Json::end`] can return to it.
pub(crate) struct Place {
    brackets: Brackets,
    length: usize,
    has_value: bool,
}

impl<'a> Json<'a> {
    /// Texts of more than `cap` bytes are cut.
    pub(crate) const fn new(out: &'a mut String, cap: usize) -> Self {
        Self { out, cap, has_value: false, texts: [(0, 0); MAX_TEXTS], count: 0 }
    }

    /// Writes a part that ends with an opening bracket.
    pub(crate) fn open(&mut self, part: &'static str) {
        self.out.push_str(part);
        self.has_value = false;
    }

    /// Writes a part that ends with a value or a closing bracket.
    pub(crate) fn close(&mut self, part: &'static str) {
        self.out.push_str(part);
        self.has_value = true;
    }

    #[inline]
    fn comma(&mut self) {
        if std::mem::replace(&mut self.has_value, true) {
            self.out.push(',');
        }
    }

    /// Writes the name of a member, which is data.
    pub(crate) fn name(&mut self, name: &str) {
        self.comma();
        self.out.push('"');
        self.inside_str(name, self.cap.max(NAME_CAP));
        self.out.push(':');
        self.has_value = false;
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: fmt::Arguments<'_>) {
        self.comma();
        self.out.push('"');
        self.inside(text);
    }

    /// Writes a text in memory.
    #[inline(never)]
    pub(crate) fn str(&mut self, text: &str) {
        self.comma();
        self.out.push('"');
        self.inside_str(text, self.cap);
    }

    /// Writes a number or a word that is a whole value.
    #[inline(never)]
    pub(crate) fn plain(&mut self, json: &str) {
        self.comma();
        self.out.push_str(json);
    }

    /// Begins an object in a list.
    pub(crate) fn begin_item(&mut self) {
        self.comma();
        self.out.push('{');
        self.has_value = false;
    }

    /// Writes a value that `write` appends to the text, cut at the cap.
    pub(crate) fn escaped(&mut self, write: impl FnOnce(&mut String, usize)) {
        self.comma();
        write(self.out, self.cap);
    }

    pub(crate) fn member_text(&mut self, key: Key, text: fmt::Arguments<'_>) {
        self.open_text(key);
        self.inside(text);
    }

    pub(crate) fn member_str(&mut self, key: Key, text: &str) {
        self.open_text(key);
        self.inside_str(text, self.cap);
    }

    /// A word that needs no escapes, as a text.
    pub(crate) fn member_word(&mut self, key: Key, word: &'static str) {
        self.open_text(key);
        self.out.push_str(word);
        self.out.push('"');
    }

    pub(crate) fn member_plain(&mut self, key: Key, json: &str) {
        self.comma();
        self.out.push_str(key.before_value());
        self.out.push_str(json);
    }

    #[inline]
    fn open_text(&mut self, key: Key) {
        self.comma();
        self.out.push_str(key.0);
    }

    /// Begins a member that is an object or a list.
    pub(crate) fn begin(&mut self, key: Key, brackets: Brackets) -> Place {
        let place = Place { brackets, length: self.out.len(), has_value: self.has_value };
        self.comma();
        self.out.push_str(key.before_value());
        self.open(if brackets == Brackets::List { "[" } else { "{" });
        place
    }

    /// Ends the object or the list that began there; an empty one is removed with its name.
    pub(crate) fn end(&mut self, place: Place) {
        if self.has_value {
            self.close(if place.brackets == Brackets::List { "]" } else { "}" });
        } else {
            self.out.truncate(place.length);
            self.has_value = place.has_value;
        }
    }

    /// Writes the rest of a text, with the closing quote.
    fn inside(&mut self, text: fmt::Arguments<'_>) {
        let start = self.out.len();
        if SafeText::new(self.out, self.cap, &mut InQuotes).show_unchecked(text) {
            self.end_text(start);
        } else {
            self.out.push('"');
        }
    }

    fn inside_str(&mut self, text: &str, cap: usize) {
        if text.len() > cap {
            return push_str(text, cap, self.out);
        }
        let start = self.out.len();
        self.out.push_str(text);
        self.end_text(start);
    }

    /// Ends the text that began there, and looks at it later.
    #[inline]
    fn end_text(&mut self, start: usize) {
        self.texts[self.count] = (start, self.out.len());
        self.count += 1;
        self.out.push('"');
        if self.count == MAX_TEXTS {
            self.look();
        }
    }

    /// Looks at the texts that are still to be looked at, the last one first, so that the places of the others stay.
    #[inline(never)]
    fn look(&mut self) {
        while let Some(last) = self.count.checked_sub(1) {
            let (start, end) = self.texts[last];
            self.count = last;
            if InQuotes::is_special(self.out, start..end) {
                self.clean(start, end);
            }
        }
    }

    /// Writes a text again, cleaned and escaped, with its closing quote and what follows.
    #[cold]
    fn clean(&mut self, start: usize, end: usize) {
        let rest = self.out.split_off(end + 1);
        let text = self.out.split_off(start);
        push_str(&text[..end - start], usize::MAX, self.out);
        self.out.push_str(&rest);
    }
}

/// No text leaves the writer before it is looked at, not even if a `Display` panics.
impl Drop for Json<'_> {
    fn drop(&mut self) {
        self.look();
    }
}

/// The shortest cap for names; those of this crate are never cut.
const NAME_CAP: usize = 1024;

#[cfg(test)]
mod tests {
    use super::{Brackets, Json, MAX_TEXTS};
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
            json.text(format_args!("\u{1b}[31m\"red\""));
            json.text(format_args!("{Panics}"));
        }));
        assert!(written.is_err());
        assert_eq!(out, r#""\"red\"",""#);
    }
}
