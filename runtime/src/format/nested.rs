//! `Nested`: `{"error":{"code","message","details"}}`, as the Verda CLI writes it in agent mode.

use super::json::{Member, document};
use super::object::ErrorObject;
use super::rest::rest;
use super::{Format, Renderer};
use crate::error::coded::AgentError;
use crate::text::json_writer::{Brackets, key};
use crate::text::limit::Limit;
use crate::text::unique_names::UniqueNames;

fn has_value(object: &ErrorObject<'_>, name: &str) -> bool {
    let mut has = false;
    object.visit_context(&mut |known, _| has |= known == name);
    has
}

/// The name of the object of facts: `facts`, with a number if a value has this name.
fn facts_name(object: &ErrorObject<'_>) -> String {
    let mut names = UniqueNames::default();
    object.visit_context(&mut |name, _| drop(names.add(name)));
    names.add("facts").into_owned()
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
            if !has_value(&object, key.name()) {
                json.member(key, member);
            }
        });
        // An existing value of the same name is kept.
        let facts = json.begin_named(&facts_name(&object));
        rest(&object, Format::Nested, &mut |key, member| {
            if has_value(&object, key.name()) {
                json.member(key, member);
            }
        });
        json.end(facts);
        json.end(details);
        json.close("}}");
    });
}
