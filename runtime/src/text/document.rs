//! A document of fixed parts, which are written unchanged, and texts, which are cleaned and escaped.

use super::clean::{Escape, SafeText, is_empty};
use std::fmt;

/// Writes a document at the end of a text.
///
/// Texts are written as they come, and looked at together: reading a few bytes just after they were written stops the
/// processor.
pub(crate) struct Document<'a, E: Escape + Copy> {
    out: &'a mut String,
    cap: usize,
    /// The places of the texts that are not yet looked at, and how to escape them.
    texts: [(usize, usize, E); MAX_TEXTS],
    count: usize,
}

/// How many texts are looked at together, at most.
pub(super) const MAX_TEXTS: usize = 16;

/// A position in a document to which it can be cut.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl<'a, E: Escape + Copy> Document<'a, E> {
    /// Texts of more than `cap` bytes are cut. `escape` is that of most texts.
    pub(crate) const fn new(out: &'a mut String, cap: usize, escape: E) -> Self {
        Self { out, cap, texts: [(0, 0, escape); MAX_TEXTS], count: 0 }
    }

    pub(crate) const fn cap(&self) -> usize {
        self.cap
    }

    /// Writes a fixed part.
    #[inline]
    pub(crate) fn raw(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// Writes a text, and returns where it begins, which holds if it is the first one after a [mark](Self::mark).
    pub(crate) fn text(&mut self, escape: E, text: fmt::Arguments<'_>) -> usize {
        let (start, mut used) = (self.out.len(), escape);
        if SafeText::new(self.out, self.cap, &mut used).show_unchecked(text) {
            self.add(start, escape);
        }
        start
    }

    /// Writes a text in memory, which is cut at `cap` bytes.
    pub(crate) fn str(&mut self, mut escape: E, text: &str, cap: usize) {
        if text.len() > cap {
            return SafeText::new(self.out, cap, &mut escape).show_str(text);
        }
        let start = self.out.len();
        self.out.push_str(text);
        self.add(start, escape);
    }

    /// Looks at the text that began there, later.
    #[inline]
    fn add(&mut self, start: usize, escape: E) {
        self.texts[self.count] = (start, self.out.len(), escape);
        self.count += 1;
        if self.count == MAX_TEXTS {
            self.look();
        }
    }

    /// The text that begins there, if it is as it came: not cut, and not yet looked at.
    pub(crate) fn written(&self, start: usize) -> Option<&str> {
        let (start, end, _) = self.texts[..self.count].iter().find(|text| text.0 == start)?;
        self.out.get(*start..*end)
    }

    /// Writes a text between two fixed parts if it shows a character, and returns whether it does.
    pub(crate) fn part(&mut self, before: &str, escape: E, text: fmt::Arguments<'_>, after: &str) -> bool {
        let mark = self.mark();
        self.raw(before);
        let start = self.text(escape, text);
        let is_shown = self.is_shown(start, &text);
        match is_shown {
            true => self.raw(after),
            false => self.cut(mark),
        }
        is_shown
    }

    /// Whether a text that begins there, at the end of the document, shows a character.
    pub(crate) fn is_shown(&self, start: usize, text: &fmt::Arguments<'_>) -> bool {
        match self.out.as_bytes().get(start) {
            // Perhaps no other character follows.
            Some(0..0x20 | 0x7f | 0xc2) => !is_empty(text),
            first => first.is_some(),
        }
    }

    /// The end of the document so far, to which it can be cut after one more text.
    pub(crate) fn mark(&mut self) -> Mark {
        // Nothing before the mark may move until then.
        if self.count + 1 == MAX_TEXTS {
            self.look();
        }
        self.end()
    }

    /// The end of the document so far, to which it can be cut before another text.
    pub(crate) fn end(&self) -> Mark {
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
            let (start, end, escape) = self.texts[last];
            self.count = last;
            if !escape.is_plain(self.out, start..end) {
                self.clean(start, end, escape);
            }
        }
    }

    /// Writes a text again, cleaned and escaped, and then what follows it.
    #[cold]
    fn clean(&mut self, start: usize, end: usize, mut escape: E) {
        let rest = self.out.split_off(end);
        let text = self.out.split_off(start);
        SafeText::new(self.out, usize::MAX, &mut escape).show_str(&text);
        self.out.push_str(&rest);
    }
}

/// No text leaves the document before it is looked at, not even if a `Display` panics.
impl<E: Escape + Copy> Drop for Document<'_, E> {
    fn drop(&mut self) {
        self.look();
    }
}

#[cfg(test)]
mod tests {
    use super::{Document, MAX_TEXTS};
    use crate::text::clean::AsItIs;

    #[test]
    fn a_part_is_written_only_if_its_text_shows_a_character() {
        for (text, shown) in [
            ("", ""),
            ("\u{1b}[31m\u{1b}[0m", ""),
            ("\0\u{85}", ""),
            ("\n", "<\n>"),
            ("\u{1b}[31mred", "<red>"),
            ("é", "<é>"),
            ("\u{a0}", "<\u{a0}>"),
            ("plain\0", "<plain>"),
            ("too long", "<too lo… [2 bytes cut]>"),
            ("\u{1b}]0;long enough\u{7}", ""),
        ] {
            for before in 0..=MAX_TEXTS {
                let (mut out, mut expected) = (String::from("0"), String::from("0"));
                let mut page = Document::new(&mut out, 6, AsItIs);
                for _ in 0..before {
                    // Each is longer before it is cleaned.
                    page.str(AsItIs, "1\u{7f}2", 6);
                    expected.push_str("12");
                }
                assert_eq!(page.part("<", AsItIs, format_args!("{text}"), ">"), !shown.is_empty());
                drop(page);
                assert_eq!(out, expected + shown, "{text:?} after {before}");
            }
        }
    }

    #[test]
    fn a_text_is_as_it_came_until_it_is_looked_at() {
        let mut out = String::new();
        let mut page = Document::new(&mut out, 6, AsItIs);
        let start = page.text(AsItIs, format_args!("a\0"));
        assert_eq!((page.written(start), page.written(start + 1)), (Some("a\0"), None));
        let cut = page.text(AsItIs, format_args!("too long"));
        assert_eq!(page.written(cut), None);
        for _ in 0..MAX_TEXTS {
            page.str(AsItIs, "b", 6);
        }
        assert_eq!(page.written(start), None);
    }
}
