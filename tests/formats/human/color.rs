//! Tests of colors. The output must be readable without them.

use super::{HUMAN, same};
use crate::records::{bare, full};
use agent_error::{ErrorRecord, Severity};

/// Renders the record in color, with `^` in place of each escape character.
fn colored(record: &ErrorRecord) -> String {
    HUMAN.width(Some(60)).color(true).render(record).replace('\u{1b}', "^")
}

#[test]
fn severities() {
    same(
        &colored(&bare().with_severity(Severity::Warning)),
        "
^[1m^[33mwarning[NOT_FOUND]^[0m^[1m: ^[0m^[1mno such user^[0m
",
    );
    same(
        &colored(&bare().with_severity(Severity::Error)),
        "
^[1m^[31merror[NOT_FOUND]^[0m^[1m: ^[0m^[1mno such user^[0m
",
    );
    same(
        &colored(&bare().with_severity(Severity::Critical)),
        "
^[1m^[7m^[31mcritical[NOT_FOUND]^[0m^[1m: ^[0m^[1mno such user^[0m
",
    );
}

#[test]
fn labels() {
    let record = bare()
        .with_cause("the table is empty")
        .with_suggestion("Run `tool user list`")
        .with_fix_command("tool user add me");
    same(
        &colored(&record),
        "
^[1m^[31merror[NOT_FOUND]^[0m^[1m: ^[0m^[1mno such user^[0m

   ^[36mcause^[0m: the table is empty
    ^[36mhelp^[0m: Run `tool user list`
     ^[36mfix^[0m: tool user add me
",
    );
}

#[test]
fn every_line_of_a_message() {
    let message = "the name of the user holds a character that no name of a user may hold\nits code is 9";
    same(
        &colored(&ErrorRecord::new("NOT_FOUND", message)),
        "
^[1m^[31merror[NOT_FOUND]^[0m^[1m: ^[0m^[1mthe name of the user holds a character^[0m
          ^[1mthat no name of a user may hold^[0m
          ^[1mits code is 9^[0m
",
    );
}

#[test]
fn colored_output_only_differs_in_color() {
    let plain = HUMAN.width(Some(60)).render(&full());
    let colored = HUMAN.width(Some(60)).color(true).render(&full());
    assert_ne!(plain, colored);
    assert_eq!(uncolored(&colored), plain);
}

#[test]
fn every_color_ends_on_its_line() {
    for line in HUMAN.width(Some(30)).color(true).render(&full()).lines() {
        assert_eq!(line.matches("\u{1b}[0m").count(), ends(line), "{line:?}");
        assert!(!line.contains('\u{1b}') || line.contains("\u{1b}[0m"), "{line:?}");
    }
}

#[test]
fn values_cannot_add_color() {
    let record = ErrorRecord::new("A\u{1b}[31mB", "\u{1b}[32mgreen\u{1b}[0m").with_suggestion("\u{9b}7mx");
    assert_eq!(HUMAN.render(&record), "error[AB]: green\n\n    help: x\n");
    assert_eq!(uncolored(&HUMAN.color(true).render(&record)), HUMAN.render(&record));
}

/// Counts the resets that end a style. A reset that follows another reset doesn't count.
fn ends(line: &str) -> usize {
    let mut open = false;
    line.split("\u{1b}[").skip(1).fold(0, |ends, escape| {
        let was_open = std::mem::replace(&mut open, !escape.starts_with("0m"));
        ends + usize::from(was_open && !open)
    })
}

fn uncolored(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |plain, piece| plain + piece.split_once('m').unwrap().1)
}
