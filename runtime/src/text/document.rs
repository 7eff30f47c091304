//! Builds documents from fixed parts, which are copied unchanged, and strings, which are sanitized and escaped.

use super::limit::{Limit, Text};
use super::sanitize::{Escape, SanitizingWriter, UNPRINTABLE, is_empty};
use std::fmt::{self, Write};
use std::ops::Range;

/// Appends a document to a `String`.
///
/// Strings are appended unchanged and checked in batches. Reading bytes right after writing them would stall the
/// processor.
pub(crate) struct Document<'a> {
    out: &'a mut String,
    cap: usize,
    escapes: &'static Escapes,
    /// The start and end offsets of the strings in the current batch.
    texts: [(usize, usize); MAX_TEXTS],
    count: usize,
    /// A bit set of the strings that are [`Kind::Delimited`].
    delimited: u16,
    /// Whether a string was rewritten, which invalidates the offsets of later strings.
    has_moved: bool,
}

/// The escapes of a format.
pub(crate) struct Escapes {
    /// Whether a string in the document can stay as it is. Must agree with [`Escape::is_plain`] for every kind of
    /// string.
    pub(crate) is_plain: fn(&str, Range<usize>) -> bool,
    /// Creates the escaper for any other string.
    pub(crate) begin: fn(Kind) -> Box<dyn Escape>,
}

/// The kind of a string, which determines its escapes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// A string that ends at a delimiter, such as a code or an attribute value. In other strings, the delimiter is an
    /// ordinary character.
    Delimited,
}

/// The maximum number of strings in a batch.
pub(super) const MAX_TEXTS: usize = u16::BITS as usize;

/// A position to which a document can be truncated.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl<'a> Document<'a> {
    /// Creates a document at the end of `out`. Strings of more than `cap` bytes are truncated.
    pub(crate) const fn new(out: &'a mut String, cap: usize, escapes: &'static Escapes) -> Self {
        Self { out, cap, escapes, texts: [(0, 0); MAX_TEXTS], count: 0, delimited: 0, has_moved: false }
    }

    pub(crate) const fn cap(&self) -> usize {
        self.cap
    }

    /// Writes a code or the name of a value. The cap on names is at least 1 KiB.
    pub(crate) fn name(&mut self, kind: Kind, name: &str) {
        self.str(kind, name, Limit::new(self.cap).of_names().bytes());
    }

    /// Writes a fixed part.
    #[inline]
    pub(crate) fn raw(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// Writes a value and returns its start offset. If its `Display` fails, keeps the output so far and appends
    /// [`UNPRINTABLE`].
    ///
    /// The offset is only reliable for the first string after a [mark](Self::mark).
    pub(crate) fn text(&mut self, kind: Kind, text: fmt::Arguments<'_>) -> usize {
        self.show(kind, Text::Value(text))
    }

    /// Writes a string and returns its start offset. See [`text`](Self::text).
    pub(crate) fn show(&mut self, kind: Kind, text: Text<'_>) -> usize {
        let start = self.out.len();
        let (cap, text) = (text.cap(self.cap), text.arguments());
        let mut capped = Capped { out: self.out, room: cap, is_full: false };
        let is_written = match text.as_str() {
            // A constant string needs no formatting.
            Some(text) => capped.write_str(text),
            None => fmt::write(&mut capped, text),
        };
        // Writing only fails if the cap is exceeded. Any other error comes from a `Display`, which may also ignore a
        // write error.
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

    /// Writes a string that's already in memory, truncated to `cap` bytes.
    pub(crate) fn str(&mut self, kind: Kind, text: &str, cap: usize) {
        let start = self.out.len();
        if text.len() > cap {
            return self.cut_text(start, kind, format_args!("{text}"), cap);
        }
        self.out.push_str(text);
        self.add(start, kind);
    }

    /// Writes a string that exceeds the cap.
    #[cold]
    fn cut_text(&mut self, start: usize, kind: Kind, text: fmt::Arguments<'_>, cap: usize) {
        self.out.truncate(start);
        SanitizingWriter::new(self.out, cap, &mut *(self.escapes.begin)(kind)).show(text);
    }

    /// Adds the string at the end of the document to the current batch.
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

    /// Returns the string at an offset if it's unmodified: not truncated, and not checked yet.
    pub(crate) fn written(&self, start: usize) -> Option<&str> {
        let texts = if self.has_moved { &[] } else { &self.texts[..self.count] };
        let (start, end) = texts.iter().find(|text| text.0 == start)?;
        self.out.get(*start..*end)
    }

    /// Writes a string between two fixed parts, unless the string is empty after sanitizing. Returns whether it was
    /// written.
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

    /// Whether the last string, which starts at `start`, contains anything after sanitizing.
    pub(crate) fn is_shown(&self, start: usize, text: &fmt::Arguments<'_>) -> bool {
        match self.written(start).map(|text| text.as_bytes().first()) {
            Some(None) => false,
            Some(Some(first)) if !matches!(first, 0..0x20 | 0x7f | 0xc2) => true,
            // The string may consist of control characters only.
            _ => !is_empty(text),
        }
    }

    /// Returns the current end of the document. The document can be truncated to this mark as long as at most one
    /// string follows.
    pub(crate) fn mark(&mut self) -> Mark {
        // Starts a new batch if needed, because checking a batch could move the mark.
        if self.count + 1 == MAX_TEXTS {
            self.look();
        }
        Mark(self.out.len())
    }

    /// Truncates the document to a mark.
    pub(crate) fn cut(&mut self, mark: Mark) {
        while self.count > 0 && self.texts[self.count - 1].0 >= mark.0 {
            self.count -= 1;
        }
        self.out.truncate(mark.0);
    }

    /// Calls `write` with the output and the cap. `write` must sanitize everything that it appends.
    pub(crate) fn lend(&mut self, write: impl FnOnce(&mut String, usize)) {
        write(self.out, self.cap);
    }

    /// Checks the current batch. Starts with the last string, because rewriting a string moves everything after it.
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

    /// Sanitizes and escapes a string in place.
    #[cold]
    fn clean(&mut self, place: Range<usize>, kind: Kind) {
        self.has_moved = true;
        let rest = self.out.split_off(place.end);
        let text = self.out.split_off(place.start);
        SanitizingWriter::new(self.out, usize::MAX, &mut *(self.escapes.begin)(kind)).show_str(&text);
        self.out.push_str(&rest);
    }
}

/// Appends strings unchanged until the cap is exceeded.
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

/// Checks the last batch. Only the partial output of a `Display` that panicked isn't checked.
impl Drop for Document<'_> {
    fn drop(&mut self) {
        self.look();
    }
}

#[cfg(test)]
mod tests;
