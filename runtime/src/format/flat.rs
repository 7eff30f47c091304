//! Writes `Flat`: `{"error":true,"code","message","detail","suggestion","retryable"}`.
//!
//! Pyrite proposes this format for its CLI and its MCP tools. If the error has no detail of its own, `detail` lists the
//! invalid fields.

use super::json::{Member, document};
use super::object::ErrorObject;
use super::rest::Explained;
use super::{Format, Renderer};
use crate::error::coded::AgentError;
use crate::text::json_writer::key;
use crate::text::limit::Limit;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.close("{\"error\":true");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        object.message(key!("message"), members);
        let explained = Explained { object, format: Format::Flat, lists_fields: false };
        explained.visit(&mut |text| members(key!("detail"), Member::Text(text)));
        object.one_advice(&mut |text| json.member_if_shown(key!("suggestion"), text));
        object.retryable(&mut |key, member| json.member(key, member));
        json.close("}");
    });
}
