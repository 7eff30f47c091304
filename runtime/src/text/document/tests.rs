use super::{Document, Escapes, Kind, MAX_TEXTS, Text};
use crate::text::sanitize::{Escape, IgnoresWriteErrors, NoEscape};
use std::fmt;
use std::ops::Range;

const AS_IT_IS: Escapes =
    Escapes { is_plain: |document, text| NoEscape.is_plain(document, text), begin: |_| Box::new(NoEscape) };

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
            let mut page = Document::new(&mut out, 6, &AS_IT_IS);
            for _ in 0..before {
                // The string is longer before it's sanitized.
                page.str(Kind::Text, "1\u{7f}2", 6);
                expected.push_str("12");
            }
            assert_eq!(page.part("<", Kind::Text, Text::Value(format_args!("{text}")), ">"), !shown.is_empty());
            drop(page);
            assert_eq!(out, expected + shown, "{text:?} after {before}");
        }
    }
}

#[test]
fn a_display_that_fails_or_ignores_a_failure_is_cut_all_the_same() {
    for (pieces, ended, shown) in [
        (&["so ", "far"][..], Err(fmt::Error), "so far[unprintable]"),
        (&["long", "er", " piece", "!"], Ok(()), "longer… [7 bytes cut]"),
        (&["long", " piece", "!"], Err(fmt::Error), "long p… [5 bytes cut][unprintable]"),
        (&["ok"], Ok(()), "ok"),
    ] {
        let mut out = String::new();
        Document::new(&mut out, 6, &AS_IT_IS).text(Kind::Text, format_args!("{}", IgnoresWriteErrors(pieces, ended)));
        assert_eq!(out, shown);
    }
}

/// Escapes everything except lower case, and marks the string with its kind.
struct Marked(Kind);

impl Escape for Marked {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        is_lower_case(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        let mark = if self.0 == Kind::Text { 't' } else { 'd' };
        out.extend([mark, '('].into_iter().chain(text.chars()).chain([')']));
    }
}

fn is_lower_case(document: &str, text: Range<usize>) -> bool {
    document[text].chars().all(char::is_lowercase)
}

#[test]
fn each_text_is_escaped_as_its_kind_wherever_it_is() {
    const MARKED: Escapes = Escapes { is_plain: is_lower_case, begin: |kind| Box::new(Marked(kind)) };
    let (mut out, mut expected) = (String::new(), String::new());
    let mut page = Document::new(&mut out, 6, &MARKED);
    for at in 0..3 * MAX_TEXTS {
        let (kind, mark) = if at % 3 == 0 { (Kind::Delimited, 'd') } else { (Kind::Text, 't') };
        let text = if at % 2 == 0 { "A" } else { "a" };
        page.raw("-");
        page.str(kind, text, 6);
        // Reuses the slot of this string in the batch, possibly for another kind.
        let end = page.mark();
        page.text(Kind::Delimited, format_args!("CUT"));
        page.cut(end);
        match at % 2 {
            0 => expected.extend(['-', mark, '(', 'A', ')']),
            _ => expected.push_str("-a"),
        }
    }
    drop(page);
    assert_eq!(out, expected);
}

#[test]
fn a_place_that_moved_is_not_that_of_another_text() {
    let mut out = String::new();
    let mut page = Document::new(&mut out, 8, &AS_IT_IS);
    page.str(Kind::Text, "\0\0\0\0\0\0\0\0", 8);
    let start = page.text(Kind::Text, format_args!("first"));
    for _ in 2..MAX_TEXTS {
        page.str(Kind::Text, "", 8);
    }
    page.raw("abc");
    assert_eq!(page.text(Kind::Text, format_args!("other")), start);
    assert_eq!(page.written(start), None);
}

#[test]
fn a_text_is_as_it_came_until_it_is_looked_at() {
    let mut out = String::new();
    let mut page = Document::new(&mut out, 6, &AS_IT_IS);
    let start = page.text(Kind::Text, format_args!("a\0"));
    assert_eq!((page.written(start), page.written(start + 1)), (Some("a\0"), None));
    let cut = page.text(Kind::Text, format_args!("too long"));
    assert_eq!(page.written(cut), None);
    for _ in 0..MAX_TEXTS {
        page.str(Kind::Text, "b", 6);
    }
    assert_eq!(page.written(start), None);
}
