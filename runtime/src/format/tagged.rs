//! Writes `Tagged`: `[error:CODE] summary`, `hint: …`, an empty line and a body. The format comes from errfmt.
//!
//! The code, the summary and the hint are a single line each. No value can forge a hint or a code: line breaks become
//! spaces, and a `]` in the code becomes an underscore.

use super::json::Member;
use super::message::{Message, MessageOfRecord};
use super::object::ErrorObject;
use super::rest::{Explained, text};
use super::{Format, Renderer};
use crate::definition::part::Part;
use crate::error::coded::AgentError;
use crate::text::document::{Document, Escapes, Kind};
use crate::text::limit::{Limit, Text};
use crate::text::sanitize::{Escape, NoEscape, SanitizingWriter, is_blank, is_empty};
use crate::text::special::{any_of, has_special};
use std::ops::Range;

pub(super) const START: &str = "[error:";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, out: &mut String) {
    let cap = renderer.max_bytes();
    let object = ErrorObject::new(error, Some(Limit::new(cap)), renderer.states_causes());
    lines(&object, &mut Document::new(out, cap, &Line::ESCAPES));
    // A parsed error shows both the body and the explanation. Other errors show only the first that exists.
    let mut has_room = true;
    let mut body = |text: Text<'_>| {
        if has_room && !is_empty(&text.arguments()) {
            has_room = object.facts.is_read();
            out.push_str("\n\n");
            SanitizingWriter::new(out, text.cap(cap), &mut NoEscape).show(text.arguments());
        }
    };
    object.visit_text(Part::Body, &mut |text| body(Text::Value(text)));
    Explained { object, format: Format::Tagged, lists_fields: false }.visit(&mut body);
}

/// Writes the code, the message and the hint.
fn lines(object: &ErrorObject<'_>, page: &mut Document<'_>) {
    page.raw(START);
    object.visit_code(&mut |code| match code {
        Member::Word(code) => page.raw(code),
        Member::Name(code) => page.name(Kind::Delimited, code),
        code => text(object, code, &mut |code| {
            page.show(Kind::Delimited, code);
        }),
    });
    page.raw("] ");
    // A record without a code and a message stays empty, as in the original system.
    match object.facts.status.is_none() && is_blank(&format_args!("{}", object.error.code())) {
        true => page.text(Kind::Text, format_args!("{}", MessageOfRecord(object.error))),
        false => page.text(Kind::Text, format_args!("{}", Message(object.error))),
    };
    // A blank hint would be parsed as an empty one.
    object.one_advice(&mut |advice| !is_blank(&advice.arguments()) && page.part("\nhint: ", Kind::Text, advice, ""));
}

/// Escapes a string for a single line.
pub(super) struct Line {
    /// A character that would end the string. It's replaced with an underscore.
    reserved: Option<char>,
    /// Whether anything other than newlines has been written.
    started: bool,
    /// Whether a newline is pending. It becomes a space if more text follows.
    broken: bool,
}

impl Line {
    const ESCAPES: Escapes = Escapes { is_plain, begin: |kind| Box::new(Self::of(kind)) };

    pub(super) fn of(kind: Kind) -> Self {
        Self { reserved: (kind == Kind::Delimited).then_some(']'), started: false, broken: false }
    }
}

fn is_plain(document: &str, text: Range<usize>) -> bool {
    // U+2028 and U+2029 start with the byte 0xe2.
    !has_special::<{ any_of(b"\xe2]") }>(document, text)
}

impl Escape for Line {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        is_plain(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            if matches!(character, '\n' | '\u{2028}' | '\u{2029}') {
                self.broken = self.started;
                continue;
            }
            if std::mem::take(&mut self.broken) {
                out.push(' ');
            }
            self.started = true;
            out.push(if self.reserved == Some(character) { '_' } else { character });
        }
    }
}
