//! `Tagged`: `[error:CODE] summary`, `hint: …`, a blank line and a body, as errfmt writes and reads it.
//!
//! Code, summary and hint are one line each. Line breaks in them become spaces, and a `]` in the code becomes an
//! underscore, so no value can forge a hint or a code.

use super::json::Member;
use super::object::ErrorObject;
use super::rest::{Explained, text};
use super::{Format, Renderer};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::clean::{AsItIs, Escape, SafeText, is_empty};
use crate::text::document::Document;
use crate::text::special::{any_of, has_special};
use std::fmt;
use std::ops::Range;

pub(super) const START: &str = "[error:";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    let object = ErrorObject::new(error, Some(cap), renderer.states_causes());
    lines(&object, &mut Document::new(out, cap, Line::new()));
    // An error that was read has both; other errors show one of the two.
    let mut has_room = true;
    let mut body = |text: fmt::Arguments<'_>| {
        if has_room && !is_empty(&text) {
            has_room = object.facts.is_read();
            out.push_str("\n\n");
            SafeText::new(out, cap, &mut AsItIs).show(text);
        }
    };
    object.visit_text(Part::Body, &mut body);
    Explained { object, format: Format::Tagged, lists_fields: false }.visit(&mut body);
}

/// The code with the message, and the hint.
fn lines(object: &ErrorObject<'_>, page: &mut Document<'_, Line>) {
    page.raw(START);
    object.visit_code(&mut |code| {
        let escape = Line { reserved: b']', ..Line::new() };
        match code {
            Member::Word(code) => page.raw(code),
            Member::Str(code) => page.str(escape, code, page.cap()),
            code => text(code, &mut |code| {
                page.text(escape, code);
            }),
        }
    });
    page.raw("] ");
    page.text(Line::new(), format_args!("{}", object.error));
    object.one_advice(&mut |advice| page.part("\nhint: ", Line::new(), advice, ""));
}

/// Text in one line, with underscores for a reserved character.
#[derive(Clone, Copy)]
pub(super) struct Line {
    reserved: u8,
    /// Whether anything but newlines was written.
    started: bool,
    /// Whether a newline is pending that becomes a space.
    broken: bool,
}

impl Line {
    /// The cleaned text has no NUL.
    pub(super) const fn new() -> Self {
        Self { reserved: b'\0', started: false, broken: false }
    }
}

impl Escape for Line {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        // U+2028 and U+2029 begin with 0xe2.
        !has_special::<{ any_of(b"\xe2]") }>(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for (index, part) in text.split(['\n', '\u{2028}', '\u{2029}']).enumerate() {
            self.broken |= index > 0 && self.started;
            if part.is_empty() {
                continue;
            }
            if std::mem::take(&mut self.broken) {
                out.push(' ');
            }
            self.started = true;
            match part.as_bytes().contains(&self.reserved) {
                true => out.push_str(&part.replace(char::from(self.reserved), "_")),
                false => out.push_str(part),
            }
        }
    }
}
