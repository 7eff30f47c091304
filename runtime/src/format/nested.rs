//! `Nested`: `{"error":{"code","message","details"}}`, as the Verda CLI writes it in agent mode.

use super::json::{Member, document};
use super::object::ErrorObject;
use super::rest::rest;
use super::{Format, Renderer};
use crate::error::coded::AgentError;
use crate::text::json_writer::{Brackets, key};
use crate::text::limit::Limit;

fn has_value(error: &dyn AgentError, name: &str) -> bool {
    let mut has = false;
    error.visit_context(&mut |known, _| has |= known == name);
    has
}

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.open("{\"error\":{");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        object.message(key!("message"), members);
        let details = json.begin(key!("details"), Brackets::Object);
        json.entries(error);
        rest(&object, Format::Nested, &mut |key, member| {
            if !has_value(error, key.name()) {
                json.member(key, member);
            }
        });
        // An existing value of the same name is kept.
        let facts = json.begin(key!("facts"), Brackets::Object);
        rest(&object, Format::Nested, &mut |key, member| {
            if has_value(error, key.name()) {
                json.member(key, member);
            }
        });
        json.end(facts);
        json.end(details);
        json.close("}}");
    });
}
