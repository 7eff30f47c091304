//! Writes `Flat`: `{"error":true,"code","message","detail","suggestion","retryable"}`.
//!
//! Pyrite proposes this format for its CLI and its MCP tools. If the error has no detail of its own, `detail` lists the
//! invalid fields.

use super::json::{Member, document};
use super::message::Message;
use super::object::ErrorObject;
use super::rest::Explained;
use super::tagged::Line;
use super::{Format, Renderer};
use crate::error::coded::AgentError;
use crate::text::document::Kind;
use crate::text::json_writer::key;
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::SanitizingWriter;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.close("{\"error\":true");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        let mut message = String::new();
        let one_line = &mut Line::of(Kind::Text);
        SanitizingWriter::new(&mut message, renderer.max_bytes(), one_line).show(format_args!("{}", Message(error)));
        members(key!("message"), Member::Text(Text::Joined(format_args!("{message}"))));
        let explained = Explained { object, format: Format::Flat, lists_fields: false };
        explained.visit(&mut |text| members(key!("detail"), Member::Text(text)));
        object.one_advice(&mut |text| json.member_if_shown(key!("suggestion"), text));
        object.retryable(&mut |key, member| json.member(key, member));
        json.close("}");
    });
}
