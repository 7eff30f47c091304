//! Writes the members of a parsed error that a format has no field for.
//!
//! A program's own errors omit these facts, because readers get them from the catalog, the process or the HTTP
//! response. If the error was parsed, the facts become context values, or lines at the end of the explanation. They
//! keep the names that they have in an envelope.

use super::Format;
use super::actions::Actions;
use super::json::{Member, Members};
use super::member_support::{EnvelopeMember, MemberSupport};
use super::message::Message;
use super::object::ErrorObject;
use crate::definition::part::Part;
use crate::error::context::ContextValue;
use crate::error::json_value::show_plain_text;
use crate::text::cause::CauseChain;
use crate::text::json_writer::Key;
use crate::text::limit::Text;
use crate::text::sanitize::is_empty;
use crate::vocabulary::terms::Severity;
use std::cell::Cell;
use std::fmt::{self, Display};

/// If the error was parsed, passes the facts for which `format` has no place.
pub(super) fn rest(object: &ErrorObject<'_>, format: Format, out: &mut Members<'_>) {
    rest_beside(object, &|fact| format.carries(fact) != MemberSupport::Nowhere, out);
}

/// Like [`rest`], but `carries` decides which facts have a place.
pub(super) fn rest_beside(object: &ErrorObject<'_>, carries: &dyn Fn(EnvelopeMember) -> bool, out: &mut Members<'_>) {
    if !object.facts.is_read() {
        return;
    }
    let has = |part: Part| {
        let mut has = false;
        object.visit_text(part, &mut |text| has |= !is_empty(&text));
        has
    };
    // A format with a single place for advice shows the first that exists, in this order.
    let has_place = carries(EnvelopeMember::Suggestion);
    let is_advice = |fact: EnvelopeMember| match fact {
        EnvelopeMember::FixCommand => has_place && !has(Part::Suggestion),
        EnvelopeMember::CheckCommand => has_place && ![Part::Suggestion, Part::FixCommand].into_iter().any(has),
        EnvelopeMember::Replacement => {
            has_place && ![Part::Suggestion, Part::FixCommand, Part::CheckCommand].into_iter().any(has)
        }
        EnvelopeMember::FixRequired => {
            let before = [Part::Suggestion, Part::FixCommand, Part::CheckCommand, Part::Replacement];
            has_place && !before.into_iter().any(has)
        }
        _ => false,
    };
    object.everything(&mut |key, member| {
        let fact = key.name().parse::<EnvelopeMember>().ok();
        // The severity `error` is the default, so it adds no information.
        let is_usual = fact == Some(EnvelopeMember::Severity) && object.facts.severity() == Severity::Error;
        if fact.is_some_and(|fact| !carries(fact) && !is_advice(fact) && !is_usual) {
            out(key, member);
        }
    });
}

/// Displays the explanation, followed by the facts for which the format has no place.
pub(super) struct Explained<'a> {
    pub(super) object: ErrorObject<'a>,
    pub(super) format: Format,
    /// Whether the format lists the invalid fields elsewhere.
    pub(super) lists_fields: bool,
}

impl Explained<'_> {
    /// Passes the text to `out`, unless it's empty.
    pub(super) fn visit(&self, out: &mut dyn FnMut(Text<'_>)) {
        let text = if self.object.facts.is_read() { format_args!("{self}").to_string() } else { String::new() };
        match self.lists_fields {
            _ if !text.is_empty() => out(Text::Joined(format_args!("{text}"))),
            true => self.object.visit_text(Part::Detail, &mut |text| out(Text::Value(text))),
            false => self.object.explanation(out),
        }
    }
}

impl Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (written, started) = (Cell::new(Ok(())), Cell::new(false));
        let mut line = |text: fmt::Arguments<'_>| {
            let start = if started.replace(true) { "\n" } else { "" };
            written.set(written.get().and_then(|()| write!(f, "{start}{text}")));
        };
        let mut first = |text: Text<'_>| match text {
            _ if is_empty(&text.arguments()) => {}
            Text::Value(text) => line(format_args!("{}", self.object.limit().truncated(&text))),
            Text::Joined(text) => line(text),
        };
        match self.lists_fields {
            true => self.object.visit_text(Part::Detail, &mut |text| first(Text::Value(text))),
            false => self.object.explanation(&mut first),
        }
        rest(&self.object, self.format, &mut |key, member| lines(&self.object, key, member, &mut line));
        written.get()
    }
}

/// Passes a member as lines of `name: value`, with each value truncated.
fn lines(object: &ErrorObject<'_>, key: Key, member: Member<'_>, line: &mut dyn FnMut(fmt::Arguments<'_>)) {
    let mut show = |name: &str, text: Text<'_>| match text {
        Text::Value(text) => line(format_args!("{name}: {}", object.limit().truncated(&text))),
        Text::Joined(text) => line(format_args!("{name}: {text}")),
    };
    match member {
        Member::Context(_) => object.visit_context(&mut |name, value| {
            // The explanation contains the invalid fields.
            if !matches!(value, ContextValue::FieldErrors(_)) {
                show_plain_text(value, &mut |text| show(name, text));
            }
        }),
        member => text(object, member, &mut |text| show(key.name(), text)),
    }
}

/// Passes the value of a member as text. Ignores the context.
pub(super) fn text(object: &ErrorObject<'_>, member: Member<'_>, out: &mut dyn FnMut(Text<'_>)) {
    match member {
        Member::Bool(value) => out(Text::Joined(format_args!("{value}"))),
        Member::Number(value) => out(Text::Joined(format_args!("{value}"))),
        Member::Word(word) => out(Text::Joined(format_args!("{word}"))),
        Member::Str(value) => out(Text::Value(format_args!("{value}"))),
        Member::Name(name) => out(Text::Joined(format_args!("{}", object.truncated_name(name)))),
        Member::Text(value) => out(value),
        Member::Message(error) => out(Text::Value(format_args!("{}", Message(error)))),
        Member::Cause(error) => {
            if let Some(causes) = CauseChain::of(error) {
                causes.show(object.limit(), out);
            }
        }
        Member::Actions(_) => {
            let actions = Actions(object).to_string();
            if !actions.is_empty() {
                out(Text::Joined(format_args!("{actions}")));
            }
        }
        Member::Context(_) => {}
    }
}
