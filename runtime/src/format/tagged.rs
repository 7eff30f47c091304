//! `Tagged`: `[error:CODE] summary`, `hint: …`, a blank line and a body, as errfmt writes and reads it.
//!
//! Code, summary and hint are one line each: the end of a line in them becomes a space and a `]` in the code an
//! underscore, so that no value can forge a hint or a code.

use super::Renderer;
use super::object::{advice, explanation, is_empty};
use super::parse_error::ParseError;
use crate::error::agent_error::{AgentError, Part};
use crate::error::record::ErrorRecord;
use crate::text::buffer::Buffer;
use crate::text::clean::{Cleaner, Shown};
use std::fmt::{self, Display, Write};

pub(super) const START: &str = "[error:";
const HINT: &str = "hint: ";

pub(super) fn render(renderer: &Renderer<'_>, error: &dyn AgentError, buffer: &mut Buffer) {
    let mut page = Page { buffer, cap: renderer.max_bytes() };
    page.raw(START);
    page.line(&error.code(), Some(']'));
    page.raw("] ");
    page.line(&Shown(error), None);
    advice(error, &mut |text| {
        page.raw("\n");
        page.raw(HINT);
        page.line(&Shown(&text), None);
    });
    let mut has_body = false;
    let mut body = |text: fmt::Arguments<'_>| {
        if !has_body && !is_empty(&text) {
            has_body = true;
            page.raw("\n\n");
            page.body(&Shown(&text));
        }
    };
    error.visit_text(Part::Body, &mut body);
    explanation(error, &mut body);
}

struct Page<'a> {
    buffer: &'a mut Buffer,
    cap: usize,
}

impl Page<'_> {
    fn raw(&mut self, text: &str) {
        self.buffer.push_str(text);
    }

    /// One line, in which `reserved` is an underscore.
    fn line(&mut self, text: &dyn Display, reserved: Option<char>) {
        let mut line =
            Line { buffer: self.buffer, cleaner: Cleaner::new(self.cap), reserved, started: false, broken: false };
        let _ = write!(line, "{text}");
        if let Some(mark) = line.cleaner.mark() {
            let mark = mark.to_string();
            line.put(&mark);
        }
    }

    fn body(&mut self, text: &dyn Display) {
        struct Body<'a> {
            buffer: &'a mut Buffer,
            cleaner: Cleaner,
        }
        impl Write for Body<'_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.cleaner.feed(text, |clean| self.buffer.push_str(clean));
                Ok(())
            }
        }
        let mut body = Body { buffer: self.buffer, cleaner: Cleaner::new(self.cap) };
        let _ = write!(body, "{text}");
        if let Some(mark) = body.cleaner.mark() {
            let _ = write!(self.buffer, "{mark}");
        }
    }
}

struct Line<'a> {
    buffer: &'a mut Buffer,
    cleaner: Cleaner,
    reserved: Option<char>,
    /// Whether anything but newlines was written.
    started: bool,
    /// Whether a newline waits to become a space.
    broken: bool,
}

impl Line<'_> {
    fn put(&mut self, clean: &str) {
        for (index, part) in clean.split(['\n', '\u{2028}', '\u{2029}']).enumerate() {
            self.broken |= index > 0 && self.started;
            if part.is_empty() {
                continue;
            }
            if std::mem::take(&mut self.broken) {
                self.buffer.push(b" ");
            }
            self.started = true;
            match self.reserved.filter(|reserved| part.contains(*reserved)) {
                Some(reserved) => self.buffer.push_str(&part.replace(reserved, "_")),
                None => self.buffer.push_str(part),
            }
        }
    }
}

impl Write for Line<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut cleaner = self.cleaner.clone();
        cleaner.feed(text, |clean| self.put(clean));
        self.cleaner = cleaner;
        Ok(())
    }
}

/// Reads leniently, as errfmt does: the first `]` ends the code, `hint: ` begins the hint exactly so, and
/// one blank line is dropped before the body.
pub(super) fn parse(text: &str) -> Result<ErrorRecord, ParseError> {
    let refuse = |offset, reason: &str| Err(ParseError::malformed(super::Format::Tagged, text, offset, reason));
    let Some(rest) = text.strip_prefix(START) else {
        return refuse(0, "expected `[error:CODE]` at the start");
    };
    let Some((code, rest)) = rest.split_once(']') else {
        return refuse(START.len(), "expected `]` after the code");
    };
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (summary, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut record = ErrorRecord::new(code, summary);
    let mut body = rest;
    if let Some(rest) = rest.strip_prefix(HINT) {
        let (hint, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        record.suggestion = (!hint.is_empty()).then(|| hint.to_owned());
        body = rest;
    }
    let body = body.strip_prefix('\n').unwrap_or(body);
    record.body = (!body.is_empty()).then(|| body.to_owned());
    Ok(record)
}
