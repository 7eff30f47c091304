//! Writes `Problem`: `application/problem+json` (RFC 9457) with extension members.
//!
//! | member        | content                                            |
//! |---------------|----------------------------------------------------|
//! | `type`        | the URL of the code's documentation                |
//! | `title`       | the summary                                        |
//! | `status`      | the HTTP status                                    |
//! | `detail`      | the message                                        |
//! | `instance`    | the URI of the occurrence                          |
//! | `explanation` | the error's own detail                             |
//! | `errors`      | the invalid fields, as in the example in section 3 |
//!
//! Without a documentation URL, `title` is the reason phrase of a registered status (section 4.2.1), and the summary
//! moves to `summary`.

use super::Renderer;
use super::json::{Member, Members, document};
use super::object::{ErrorObject, is_blank};
use super::status_phrase::status_phrase;
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::json_writer::{JsonContainer, JsonWriter, key};
use crate::text::limit::{Limit, Text};
use crate::text::pointer::Pointer;

/// The `type` of a problem without a documentation URL (RFC 9457, section 4.2.1).
pub(super) const BLANK: &str = "about:blank";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let object = ErrorObject::new(error, Some(Limit::new(renderer.max_bytes())), renderer.states_causes());
    document(renderer, out, |json| {
        json.open("{");
        identity(&object, &mut |key, member| json.member(key, member));
        if object.has_field_errors() {
            field_list(&object, json);
        }
        json.member(key!("context"), Member::Context(error));
        json.close("}");
    });
}

/// Passes all members to `out`, except the list of invalid fields and the context.
fn identity(object: &ErrorObject<'_>, out: &mut Members<'_>) {
    let has_page = object.has_text(Part::DocsUrl);
    let status = object.facts.known_status();
    let phrase = status.filter(|_| !has_page).and_then(status_phrase);
    match has_page {
        true => object.text(key!("type"), Part::DocsUrl, out),
        false => out(key!("type"), Member::Word(BLANK)),
    }
    match phrase {
        Some(phrase) => out(key!("title"), Member::Word(phrase)),
        None => object.text(key!("title"), Part::Summary, out),
    }
    if let Some(status) = status {
        out(key!("status"), Member::Number(status.into()));
    }
    object.message(key!("detail"), out);
    object.text(key!("instance"), Part::Instance, out);
    if !is_blank(object.error.code()) {
        object.code(out);
    }
    if phrase.is_some() {
        object.text(key!("summary"), Part::Summary, out);
    }
    object.cause(out);
    object.text(key!("explanation"), Part::Detail, out);
    object.advice(out);
    object.retry(out);
    object.circumstances(out);
    if object.facts.is_read() {
        object.text(key!("body"), Part::Body, out);
    }
}

/// Writes the invalid fields as in the RFC's example: each has a message and a pointer to the field.
fn field_list(object: &ErrorObject<'_>, json: &mut JsonWriter<'_>) {
    let list = json.begin(key!("errors"), JsonContainer::List);
    object.visit_field_errors(&mut |field| {
        json.begin_item();
        let text = field.truncated(object.limit());
        json.member(key!("detail"), Member::Text(Text::Joined(format_args!("{text}"))));
        // Sanitizes the name before percent-encoding it, because encoded control characters can't be recognized.
        let name = object.truncated_name(field.field());
        json.member(key!("pointer"), Member::Text(Text::Joined(format_args!("{}", Pointer(&name)))));
        json.close("}");
    });
    json.end(list);
}
