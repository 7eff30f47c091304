//! `Flat`: `{"error":true,"code","message","detail","suggestion","retryable"}`, as Pyrite proposes it for
//! its CLI and its MCP tools. Errors of fields stand in the detail, unless the error has one of its own.

use super::Renderer;
use super::json::{Member, document, key};
use super::object::{ErrorObject, advice, explanation};
use crate::error::coded::AgentError;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(renderer.max_bytes()), false);
    document(renderer, out, |json| {
        json.raw("{\"error\":true");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        object.message(key!("message"), members);
        explanation(error, &mut |text| members(key!("detail"), Member::Text(text)));
        advice(error, renderer.max_bytes(), &mut |text| members(key!("suggestion"), Member::Text(text)));
        object.retryable(members);
        json.raw("}");
    });
}
