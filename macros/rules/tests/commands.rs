//! Tests the rules for fix commands with samples: commands that are dangerous if an agent runs them
//! without asking, and commands that are harmless.

use agent_error_rules::command::{Piece, refused, words};

const DANGEROUS: &str = include_str!("commands/dangerous.txt");
const HARMLESS: &str = include_str!("commands/harmless.txt");

/// Splits a template in which `{x}` is a placeholder.
fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (at, part) in template.split(['{', '}']).enumerate() {
        let is_text = at % 2 == 0;
        pieces.push(if is_text {
            Piece::Text(part)
        } else {
            Piece::Field(part)
        });
    }
    pieces
}

/// Returns why the template is refused, or `None` if it's accepted.
fn reason(template: &str) -> Option<String> {
    match words(&pieces(template)) {
        Ok(words) => refused(&words).map(|refused| format!("{refused:?}")),
        Err(problem) => Some(format!("{problem:?}")),
    }
}

/// Of 753 dangerous commands, this many are accepted. Once, it was 276.
const ACCEPTED: usize = 18;

/// Of 691 harmless commands, this many are refused. Once, it was 151.
const REFUSED: usize = 9;

#[test]
fn dangerous_commands_are_refused() {
    let accepted: Vec<&str> = DANGEROUS
        .lines()
        .filter(|template| reason(template).is_none())
        .collect();
    assert_eq!(DANGEROUS.lines().count(), 753);
    assert_eq!(accepted.len(), ACCEPTED, "accepted: {accepted:#?}");
}

#[test]
fn harmless_commands_are_accepted() {
    let mut refused = Vec::new();
    for template in HARMLESS.lines() {
        if let Some(reason) = reason(template) {
            refused.push(format!("{template}: {reason}"));
        }
    }
    assert_eq!(HARMLESS.lines().count(), 691);
    assert_eq!(refused.len(), REFUSED, "refused: {refused:#?}");
}
