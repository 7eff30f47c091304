//! Tests that no line is wider than the terminal.

use super::{SENTENCE, record};
use crate::human::HUMAN;
use agent_error::ErrorRecord;

/// Returns the width of a line of ASCII and wide characters, with a tab stop every eight columns.
fn columns(line: &str) -> usize {
    line.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        other => column + if other.is_ascii() { 1 } else { 2 },
    })
}

#[track_caller]
pub(super) fn fits(record: &ErrorRecord, width: usize) {
    for line in HUMAN.width(Some(width)).render(record).lines() {
        assert!(columns(line) <= width, "{} columns instead of {width}: {line}", columns(line));
    }
}

#[test]
fn ordinary_texts_fit_the_screen() {
    let record = record(SENTENCE)
        .with_cause(SENTENCE)
        .with_suggestion(SENTENCE)
        .with_detail(SENTENCE)
        .with_fix_required(SENTENCE);
    (40..=200).for_each(|width| fits(&record, width));
}

#[test]
fn deep_causes_fit_the_screen() {
    let record = (0..9).fold(record(SENTENCE), |record, _| record.with_cause(SENTENCE));
    (60..=200).for_each(|width| fits(&record, width));
}

#[test]
fn the_message_after_a_long_code_fits_the_screen() {
    fits(&ErrorRecord::new("CONNECTION_TO_THE_DATABASE_OF_THE_CUSTOMER_COULD_NOT_BE_OPENED", SENTENCE), 80);
}

#[test]
fn a_text_with_a_lone_backtick_fits_the_screen() {
    fits(&record(&format!("unexpected ` in the name, and {SENTENCE}")), 80);
}

#[test]
fn a_text_with_tabs_fits_the_screen() {
    fits(&record("cannot connect").with_suggestion("one\ttwo\tthree four\tfive\tsix seven\teight"), 40);
}

#[test]
fn text_without_spaces_fits_the_screen() {
    fits(&record("cannot connect").with_suggestion("データベース。".repeat(6)), 40);
}

#[test]
fn no_screen_is_narrower_than_forty_columns() {
    let shown = |width| HUMAN.width(Some(width)).render(&record("cannot connect").with_suggestion(SENTENCE));
    assert_eq!(shown(0), shown(40));
    assert_eq!(shown(39), shown(40));
    assert_ne!(shown(41), shown(usize::MAX));
}
