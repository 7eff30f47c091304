//! A document of fixed parts, which are written unchanged, and texts, which are cleaned and escaped.

use super::clean::{Escape, SafeText, UNPRINTABLE, is_empty};
use super::limit::{Limit, Text};
use std::fmt::{self, Write};
use std::ops::Range;

/// Writes a document at the end of a text.
///
/// Texts are written as they come, and looked at together: reading a few bytes just after they were written stops the
/// processor.
pub(crate) struct Document<'a> {
    out: &'a mut String,
    cap: usize,
    escapes: &'static Escapes,
    /// The places of the texts that are not yet looked at.
    texts: [(usize, usize); MAX_TEXTS],
    count: usize,
    /// The bits of those that are delimited.
    delimited: u16,
    /// Whether texts moved, since one before them was written again.
    has_moved: bool,
}

/// How the texts of a format are escaped.
pub(crate) struct Escapes {
    /// Whether a text in a document is written unchanged; [`Escape::is_plain`] for all kinds.
    pub(crate) is_plain: fn(&str, Range<usize>) -> bool,
    /// Begins a text that is not.
    pub(crate) begin: fn(Kind) -> Box<dyn Escape>,
}

/// The kind of a text, which decides its escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// A text that ends at a character that other texts may have, such as a code or the value of an attribute.
    Delimited,
}

/// How many texts are looked at together, at most.
pub(super) const MAX_TEXTS: usize = u16::BITS as usize;

/// A position in a document to which it can be cut.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl<'a> Document<'a> {
    /// Texts of more than `cap` bytes are cut.
    pub(crate) const fn new(out: &'a mut String, cap: usize, escapes: &'static Escapes) -> Self {
        Self { out, cap, escapes, texts: [(0, 0); MAX_TEXTS], count: 0, delimited: 0, has_moved: false }
    }

    pub(crate) const fn cap(&self) -> usize {
        self.cap
    }

    /// Writes a code or the name of a value, which has a cap of its own.
    pub(crate) fn name(&mut self, kind: Kind, name: &str) {
        self.str(kind, name, Limit::new(self.cap).of_names().bytes());
    }

    /// Writes a fixed part.
    #[inline]
    pub(crate) fn raw(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// Writes a text, and returns where it begins, which holds if it is the first one after a [mark](Self::mark). If a
    /// `Display` fails, its output so far is kept, with a mark.
    pub(crate) fn text(&mut self, kind: Kind, text: fmt::Arguments<'_>) -> usize {
        self.show(kind, Text::Value(text))
    }

    /// Writes a text of one value or of several, and returns where it begins, as [`text`](Self::text) does.
    pub(crate) fn show(&mut self, kind: Kind, text: Text<'_>) -> usize {
        let start = self.out.len();
        let (cap, text) = (text.cap(self.cap), text.arguments());
        let mut capped = Capped { out: self.out, room: cap, is_full: false };
        let is_written = match text.as_str() {
            // A constant text needs no formatting.
            Some(text) => capped.write_str(text),
            None => fmt::write(&mut capped, text),
        };
        // Writing fails only without room, so another error comes from the `Display`, which may also ignore one.
        if capped.is_full {
            self.cut_text(start, kind, text, cap);
            return start;
        }
        if is_written.is_err() {
            self.out.push_str(UNPRINTABLE);
        }
        self.add(start, kind);
        start
    }

    /// Writes a text in memory, which is cut at `cap` bytes.
    pub(crate) fn str(&mut self, kind: Kind, text: &str, cap: usize) {
        let start = self.out.len();
        if text.len() > cap {
            return self.cut_text(start, kind, format_args!("{text}"), cap);
        }
        self.out.push_str(text);
        self.add(start, kind);
    }

    /// Writes a text that exceeds the cap.
    #[cold]
    fn cut_text(&mut self, start: usize, kind: Kind, text: fmt::Arguments<'_>, cap: usize) {
        self.out.truncate(start);
        SafeText::new(self.out, cap, &mut *(self.escapes.begin)(kind)).show(text);
    }

    /// Looks at the text that began there, later.
    #[inline]
    fn add(&mut self, start: usize, kind: Kind) {
        self.texts[self.count] = (start, self.out.len());
        let bit = 1 << self.count;
        match kind {
            Kind::Text => self.delimited &= !bit,
            Kind::Delimited => self.delimited |= bit,
        }
        self.count += 1;
        if self.count == MAX_TEXTS {
            self.look();
        }
    }

    /// The text that begins there, if it is as it came: not cut, and not yet looked at.
    pub(crate) fn written(&self, start: usize) -> Option<&str> {
        let texts = if self.has_moved { &[] } else { &self.texts[..self.count] };
        let (start, end) = texts.iter().find(|text| text.0 == start)?;
        self.out.get(*start..*end)
    }

    /// Writes a text between two fixed parts if it shows a character, and returns whether it does.
    pub(crate) fn part(&mut self, before: &str, kind: Kind, text: Text<'_>, after: &str) -> bool {
        let mark = self.mark();
        self.raw(before);
        let start = self.show(kind, text);
        let is_shown = self.is_shown(start, &text.arguments());
        match is_shown {
            true => self.raw(after),
            false => self.cut(mark),
        }
        is_shown
    }

    /// Whether a text that begins there, at the end of the document, shows a character.
    pub(crate) fn is_shown(&self, start: usize, text: &fmt::Arguments<'_>) -> bool {
        match self.written(start).map(|text| text.as_bytes().first()) {
            Some(None) => false,
            Some(Some(first)) if !matches!(first, 0..0x20 | 0x7f | 0xc2) => true,
            // Perhaps no other character follows.
            _ => !is_empty(text),
        }
    }

    /// The end of the document so far. The document can be cut to it after one more text, also one that was cut off in the
    /// meantime.
    pub(crate) fn mark(&mut self) -> Mark {
        // Nothing before the mark may move until then.
        if self.count + 1 == MAX_TEXTS {
            self.look();
        }
        Mark(self.out.len())
    }

    /// Removes what follows a mark.
    pub(crate) fn cut(&mut self, mark: Mark) {
        while self.count > 0 && self.texts[self.count - 1].0 >= mark.0 {
            self.count -= 1;
        }
        self.out.truncate(mark.0);
    }

    /// Lends the end of the document to a writer that cleans for itself, with the cap.
    pub(crate) fn lend(&mut self, write: impl FnOnce(&mut String, usize)) {
        write(self.out, self.cap);
    }

    /// Looks at the texts that are still to be looked at, the last one first, so that the places of the others stay.
    #[inline(never)]
    fn look(&mut self) {
        while let Some(last) = self.count.checked_sub(1) {
            let (start, end) = self.texts[last];
            self.count = last;
            if !(self.escapes.is_plain)(self.out, start..end) {
                let kind = if self.delimited & (1 << last) == 0 { Kind::Text } else { Kind::Delimited };
                self.clean(start..end, kind);
            }
        }
    }

    /// Writes a text again, cleaned and escaped, and then what follows it.
    #[cold]
    fn clean(&mut self, place: Range<usize>, kind: Kind) {
        self.has_moved = true;
        let rest = self.out.split_off(place.end);
        let text = self.out.split_off(place.start);
        SafeText::new(self.out, usize::MAX, &mut *(self.escapes.begin)(kind)).show_str(&text);
        self.out.push_str(&rest);
    }
}

/// A text as it comes, up to the cap.
struct Capped<'a> {
    out: &'a mut String,
    room: usize,
    is_full: bool,
}

impl Write for Capped<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let Some(room) = self.room.checked_sub(text.len()) else {
            self.is_full = true;
            return Err(fmt::Error);
        };
        self.room = room;
        self.out.push_str(text);
        Ok(())
    }
}

/// No text leaves the document before it is looked at, except that of a `Display` that panics.
impl Drop for Document<'_> {
    fn drop(&mut self) {
        self.look();
    }
}

#[cfg(test)]
mod tests;
