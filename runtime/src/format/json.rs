//! Writes the members that the JSON formats share.
//!
//! Values that only implement `Serialize` are serialized by `serde_json` into the same buffer.

use super::Renderer;
use super::message::Message;
use super::name::visit_named;
use crate::definition::may_have::MayHave;
use crate::error::coded::AgentError;
use crate::error::json_value::push_json;
use crate::text::cause::CauseChain;
use crate::text::json::indent;
use crate::text::json_writer::{JsonContainer, JsonWriter, Key};
use crate::text::limit::Text;
use crate::text::sanitize::is_empty;

/// The value of a JSON member.
#[derive(Clone, Copy)]
pub(crate) enum Member<'a> {
    Bool(bool),
    Number(u64),
    /// A keyword of this crate, or a code that was validated at compile time. It needs no sanitizing.
    Word(&'a str),
    Str(&'a str),
    /// A code that's only known at run time. It's truncated to the cap of names.
    Name(&'a str),
    Text(Text<'a>),
    Message(&'a dyn AgentError),
    /// The causes. The member is omitted if the message contains them.
    Cause(&'a dyn AgentError),
    /// The actions. The member is omitted if there are none.
    Actions(&'a dyn AgentError),
    /// The context. The member is omitted if the context is empty.
    Context(&'a dyn AgentError),
}

/// A callback that receives the members of an object in order.
pub(crate) type Members<'a> = dyn FnMut(Key, Member<'_>) + 'a;

impl JsonWriter<'_> {
    pub(super) fn member(&mut self, key: Key, member: Member<'_>) {
        match member {
            Member::Bool(value) => self.member_plain(key, if value { "true" } else { "false" }),
            Member::Number(number) => self.member_plain(key, itoa::Buffer::new().format(number)),
            Member::Word(word) => self.member_word(key, word),
            Member::Str(text) => self.member_str(key, text),
            Member::Name(name) => self.member_name(key, name),
            Member::Text(text) => {
                self.member_text(key, text);
            }
            Member::Message(error) => {
                self.bookmark = self.member_text(key, Text::Value(format_args!("{}", Message(error))));
            }
            Member::Cause(error) => self.cause(key, error),
            Member::Actions(error) => {
                let list = self.begin(key, JsonContainer::List);
                error.visit_actions(&mut |action| {
                    if !is_empty(&format_args!("{action}")) {
                        self.str(action);
                    }
                });
                self.end(list);
            }
            Member::Context(error) => {
                let object = self.begin(key, JsonContainer::Object);
                self.entries(error);
                self.end(object);
            }
        }
    }

    /// Writes the causes, and removes them again if the message contains them. Comparing the written strings is cheaper
    /// than formatting them a second time.
    fn cause(&mut self, key: Key, error: &dyn AgentError) {
        let Some(causes) = CauseChain::unfiltered(error) else { return };
        let place = self.place();
        let mut start = 0;
        causes.show(self.limit(), &mut |text| start = self.member_text(key, text));
        if causes.is_in_message(error, self.written(self.bookmark).zip(self.written(start))) {
            self.remove_from(place);
        }
    }

    /// Writes the context values as members of the open object.
    pub(super) fn entries(&mut self, error: &dyn AgentError) {
        let are_plain = !error.may_have().contains(MayHave::ODD_NAMES);
        visit_named(error, self.limit(), &mut |name, value| {
            self.name(name, are_plain);
            push_json(value, self);
        });
    }
}

/// Writes a JSON document, and indents it if the renderer's `pretty` is set.
pub(super) fn document(renderer: &Renderer<'_>, out: &mut String, write: impl FnOnce(&mut JsonWriter<'_>)) {
    let start = out.len();
    write(&mut JsonWriter::new(out, renderer.max_bytes()));
    indent_from(start, renderer.is_pretty(), out);
}

/// If `pretty` is set, indents the JSON between the offset and the end of `out`.
pub(super) fn indent_from(start: usize, pretty: bool, out: &mut String) {
    if pretty {
        let compact = out.split_off(start);
        indent(&compact, out);
    }
}

/// Serializes an error's context as a JSON object. Returns `None` if the context is empty.
#[cfg(feature = "tracing")]
pub(crate) fn context_json(error: &dyn AgentError, cap: usize) -> Option<String> {
    let mut text = String::new();
    let mut json = JsonWriter::new(&mut text, cap);
    json.open("{");
    json.entries(error);
    json.close("}");
    drop(json);
    (text != "{}").then_some(text)
}
