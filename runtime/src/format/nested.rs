//! Writes `Nested`: `{"error":{"code","message","details"}}`, the format of the Verda CLI in agent mode.

use super::json::{Member, document};
use super::message::MessageOfRecord;
use super::object::ErrorObject;
use super::rest::rest;
use super::{Format, Renderer};
use crate::error::coded::AgentError;
use crate::text::json_writer::{JsonContainer, key};
use crate::text::limit::{Limit, Text};
use crate::text::unique_names::UniqueNames;

/// Returns the names of a parsed error's context values. A program's own errors have no other details that could
/// collide with the names, so the set is empty.
fn names_of_values(object: &ErrorObject<'_>) -> UniqueNames {
    let mut names = UniqueNames::default();
    if object.facts.is_read() {
        object.visit_context(&mut |name, _| drop(names.add(name)));
    }
    names
}

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.open("{\"error\":{");
        let members = &mut |key, member: Member<'_>| json.member(key, member);
        object.code(members);
        members(key!("message"), Member::Text(Text::Value(format_args!("{}", MessageOfRecord(error)))));
        let details = json.begin(key!("details"), JsonContainer::Object);
        json.entries(error);
        let mut names = names_of_values(&object);
        rest(&object, Format::Nested, &mut |key, member| {
            if !names.has(key.name()) {
                json.member(key, member);
            }
        });
        // A fact whose name is taken goes into a nested object. This preserves the context value of the same name.
        let facts = json.begin_named(&names.add("facts"));
        rest(&object, Format::Nested, &mut |key, member| {
            if names.has(key.name()) {
                json.member(key, member);
            }
        });
        json.end(facts);
        json.end(details);
        json.close("}}");
    });
}
