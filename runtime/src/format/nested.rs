//! `Nested`: `{"error":{"code","message","details"}}`, as the Verda CLI writes it in agent mode.

use super::Renderer;
use super::json::{Member, document, key};
use super::object::ErrorObject;
use crate::error::coded::AgentError;

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(renderer.max_bytes()), false);
    document(renderer, out, |json| {
        json.raw("{\"error\":{");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        object.message(key!("message"), members);
        members(key!("details"), Member::Context(error));
        json.raw("}}");
    });
}
