//! The writer of all JSON formats: fixed pieces unchanged, every text cleaned and escaped in one scan.
//!
//! serde's maps would scan and quote each key on every call. Values that are only `Serialize` go through `serde_json`
//! into the same buffer.

use super::Renderer;
use crate::error::coded::AgentError;
use crate::error::json_value::push_json;
use crate::text::json::{indent, push_str, push_text};
use std::fmt;

/// The name of a member, also in its JSON form.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// `,"name":"`, with the opening quote of a text.
    pub(super) piece: &'static str,
}

macro_rules! key {
    ($name:literal) => {
        $crate::format::json::Key { name: $name, piece: concat!(",\"", $name, "\":\"") }
    };
}

pub(crate) use key;

/// The value of a member.
#[derive(Clone, Copy)]
pub(crate) enum Member<'a> {
    Bool(bool),
    Number(u64),
    /// A word of this crate, which needs no cleaning.
    Word(&'static str),
    Str(&'a str),
    Text(fmt::Arguments<'a>),
    /// The actions; no member without any.
    Actions(&'a dyn AgentError),
    /// The named values; no member without any.
    Context(&'a dyn AgentError),
}

/// Receives the members of an object in order.
pub(crate) type Members<'a> = dyn FnMut(Key, Member<'_>) + 'a;

/// Writes one JSON document.
pub(super) struct Json<'a> {
    out: &'a mut String,
    cap: usize,
}

impl<'a> Json<'a> {
    /// Texts of more than `cap` bytes are cut.
    pub(super) const fn new(out: &'a mut String, cap: usize) -> Self {
        Self { out, cap }
    }

    /// Writes existing JSON.
    #[inline]
    pub(super) fn raw(&mut self, json: &str) {
        self.out.push_str(json);
    }

    /// Begins a member of the open object: the comma, the name and the opening quote of a text in one piece.
    #[inline]
    fn key(&mut self, key: Key, is_text: bool) {
        let comma = usize::from(self.out.ends_with('{'));
        let end = key.piece.len() - usize::from(!is_text);
        self.out.push_str(&key.piece[comma..end]);
    }

    pub(super) fn member(&mut self, key: Key, member: Member<'_>) {
        match member {
            Member::Bool(value) => {
                self.key(key, false);
                self.raw(if value { "true" } else { "false" });
            }
            Member::Number(number) => {
                self.key(key, false);
                self.number(number);
            }
            Member::Word(word) => {
                self.key(key, true);
                self.raw(word);
                self.raw("\"");
            }
            Member::Str(text) => {
                self.key(key, true);
                push_str(text, self.cap, self.out);
            }
            Member::Text(text) => {
                self.key(key, true);
                push_text(text, self.cap, self.out);
            }
            Member::Actions(error) => self.actions(key, error),
            Member::Context(error) => self.context(key, error),
        }
    }

    pub(super) fn number(&mut self, number: u64) {
        self.raw(itoa::Buffer::new().format(number));
    }

    pub(super) fn string(&mut self, text: &str) {
        self.raw("\"");
        push_str(text, self.cap, self.out);
    }

    pub(super) fn text(&mut self, text: fmt::Arguments<'_>) {
        self.raw("\"");
        push_text(text, self.cap, self.out);
    }

    fn actions(&mut self, key: Key, error: &dyn AgentError) {
        let mut any = false;
        error.visit_actions(&mut |action| {
            if std::mem::replace(&mut any, true) {
                self.raw(",");
            } else {
                self.key(key, false);
                self.raw("[");
            }
            self.string(action);
        });
        if any {
            self.raw("]");
        }
    }

    fn context(&mut self, key: Key, error: &dyn AgentError) {
        let start = self.open(key);
        self.entries(error);
        self.close(start);
    }

    /// Writes the named values into the open object.
    pub(super) fn entries(&mut self, error: &dyn AgentError) {
        error.visit_context(&mut |name, value| {
            self.raw(if self.out.ends_with('{') { "\"" } else { ",\"" });
            push_str(name, self.cap.max(KEY_CAP), self.out);
            self.raw(":");
            push_json(value, self.cap, self.out);
        });
    }

    /// Begins a member that is an object, and returns where [`Json::close`] ends it.
    pub(super) fn open(&mut self, key: Key) -> usize {
        let start = self.out.len();
        self.key(key, false);
        self.raw("{");
        start
    }

    /// Ends the object that began there; an empty one is removed with its name.
    pub(super) fn close(&mut self, start: usize) {
        if self.out.ends_with('{') {
            self.out.truncate(start);
        } else {
            self.raw("}");
        }
    }
}

/// The shortest cap for names; those of this crate are never cut.
const KEY_CAP: usize = 1024;

/// Writes a document, indented if the renderer asks for it.
pub(super) fn document(renderer: &Renderer<'_>, out: &mut String, write: impl FnOnce(&mut Json<'_>)) {
    let start = out.len();
    write(&mut Json::new(out, renderer.max_bytes()));
    indent_from(start, renderer.is_pretty(), out);
}

/// Indents the JSON at the end of `out`, if required.
pub(super) fn indent_from(start: usize, pretty: bool, out: &mut String) {
    if pretty {
        let compact = out.split_off(start);
        indent(&compact, out);
    }
}

/// The named values of an error as an object of JSON, or `None` if it has none.
#[cfg(feature = "tracing")]
pub(crate) fn context_json(error: &dyn AgentError, cap: usize) -> Option<String> {
    const CONTEXT: Key = Key { name: "", piece: ",\"" };
    let mut text = String::new();
    Json::new(&mut text, cap).context(CONTEXT, error);
    (!text.is_empty()).then(|| text.split_off(1))
}
