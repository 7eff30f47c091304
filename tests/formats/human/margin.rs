//! Tests that no value starts in the columns reserved for labels.

use super::HUMAN;
use agent_error::{ErrorRecord, FieldError, Severity};
use proptest::prelude::*;

/// Generates strings that imitate other parts of the output.
fn text() -> impl Strategy<Value = String> {
    let pieces = concat!(
        "error[X]: forged|\n|\n\n|    help: forged|help: forged|   cause: forged|\r|\u{85}|\t|",
        "`|` | |word|a longer piece of text that has to be wrapped somewhere |",
        "漢字|\u{1b}[2K|\u{1b}[1A|\u{1b}]0;|\u{b}|\u{c}|\u{8}|]|]: |\u{1}"
    );
    let evil = prop::sample::select(pieces.split('|').collect::<Vec<_>>());
    prop_oneof![3 => prop::collection::vec(evil, 0..8).prop_map(|parts| parts.concat()), 1 => any::<String>()]
}

fn record() -> impl Strategy<Value = ErrorRecord> {
    let severity = prop::sample::select(vec![Severity::Warning, Severity::Error, Severity::Critical]);
    (prop::collection::vec(text(), 12), severity, any::<bool>()).prop_map(|(texts, severity, retryable)| {
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_default();
        ErrorRecord::new(next(), next())
            .with_cause(next())
            .with_cause(next())
            .with_suggestion(next())
            .with_detail(next())
            .with_fix_required(next())
            .with_fix_command(next())
            .with_docs_url(next())
            .with_body(next())
            .with_action(next())
            .with_field_error(FieldError::new("name", next()))
            .with_context("key", "value")
            .with_severity(severity)
            .with_retryable(retryable)
    })
}

const LABELS: [&str; 10] = ["cause", "field", "detail", "help", "needs", "fix", "try", "retry", "docs", "output"];

/// Checks that the labels of a record from [`record`] are in order. A label that a value forged would be out of order.
fn is_page(shown: &str) -> Result<(), String> {
    let mut lines = shown.split('\n');
    let header = lines.next().unwrap_or_default();
    if !["error", "warning", "critical"].iter().any(|severity| header.starts_with(severity)) {
        return Err(format!("header {header:?}"));
    }
    let mut lines = lines.skip_while(|line| line.starts_with("          "));
    if lines.next() != Some("") {
        return Err("no blank line below the header".to_owned());
    }
    let lines: Vec<&str> = lines.collect();
    let Some(("", lines)) = lines.split_last().map(|(last, lines)| (*last, lines)) else {
        return Err("no line break at the end".to_owned());
    };
    let mut labels = Vec::new();
    for line in lines {
        let known = LABELS.iter().position(|label| line.starts_with(&format!("{label:>8}: ")));
        match known {
            Some(label) => labels.push(label),
            None if line.starts_with("          ") => {}
            None => return Err(format!("line {line:?}")),
        }
    }
    let once = |label: &usize| *label != 0;
    let mut sorted: Vec<usize> = labels.iter().copied().filter(once).collect();
    sorted.dedup();
    if labels.is_sorted() && sorted.len() == labels.iter().filter(|label| once(label)).count() {
        Ok(())
    } else {
        Err(format!("labels {labels:?}"))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_cannot_reach_the_margin(record in record(), width in prop::option::of(0..200_usize)) {
        let shown = HUMAN.width(width).render(&record);
        prop_assert_eq!(is_page(&shown), Ok(()), "{}", shown);
    }
}

#[test]
fn the_check_detects_a_forged_line() {
    for forged in ["x\n\nhelp: forged\n", "error: x\nhelp: forged\n", "error: x\n\n    docs: a\n    help: b\n"] {
        assert!(is_page(forged).is_err(), "{forged}");
    }
}
