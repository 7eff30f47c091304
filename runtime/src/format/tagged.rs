//! `Tagged`: `[error:CODE] summary`, `hint: …`, a blank line and a body, as errfmt writes and reads it.
//!
//! Code, summary and hint are one line each. Line breaks in them become spaces, and a `]` in the code becomes an
//! underscore, so no value can forge a hint or a code.

use super::object::{ErrorObject, advice, is_empty, visit_code};
use super::rest::{Explained, text};
use super::{Format, Renderer};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::clean::{AsItIs, Escape, SafeText};
use crate::text::special::{any_of, has_special};
use std::fmt;

pub(super) const START: &str = "[error:";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    out.push_str(START);
    visit_code(error, &mut |code| {
        text(code, &mut |code| SafeText::new(out, cap, &mut Line { reserved: b']', ..Line::new() }).show(code));
    });
    out.push_str("] ");
    SafeText::new(out, cap, &mut Line::new()).show(format_args!("{error}"));
    advice(error, cap, &mut |text| {
        out.push_str("\nhint: ");
        SafeText::new(out, cap, &mut Line::new()).show(text);
    });
    let object = ErrorObject::new(error, Some(cap), renderer.states_causes());
    // An error that was read has both; other errors show one of the two.
    let mut has_room = true;
    let mut body = |text: fmt::Arguments<'_>| {
        if has_room && !is_empty(&text) {
            has_room = object.facts.is_read();
            out.push_str("\n\n");
            SafeText::new(out, cap, &mut AsItIs).show(text);
        }
    };
    error.visit_text(Part::Body, &mut body);
    Explained { object, format: Format::Tagged, lists_fields: false }.visit(&mut body);
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
    pub(super) const fn new() -> Self {
        Self { reserved: b'\n', started: false, broken: false }
    }
}

impl Escape for Line {
    fn is_plain(&self, text: &str) -> bool {
        // U+2028 and U+2029 begin with 0xe2.
        !has_special::<{ any_of(b"\xe2]") }>(text)
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
