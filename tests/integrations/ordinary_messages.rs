//! Tests that redaction rarely changes messages without secrets.

use agent_error::ErrorRecord;

/// 1,000 messages of real tools. Each line has the tool, its version, a tab and the message.
///
/// The rules were tuned on the messages with an even index. If redaction changes too many of the
/// others, fix the rules without looking at these messages.
const MESSAGES: &str = include_str!("ordinary_messages.tsv");

#[test]
fn at_most_two_of_a_thousand_ordinary_messages_change() {
    let messages: Vec<&str> = MESSAGES
        .lines()
        .map(|line| line.split_once('\t').unwrap().1)
        .collect();
    assert_eq!(messages.len(), 1000);
    let is_changed = |message: &&str| {
        let record = ErrorRecord::new("FAILED", *message)
            .with_detail(*message)
            .with_context("line", *message);
        record.clone().without_secrets() != record
    };
    let changed: Vec<&str> = messages.into_iter().filter(is_changed).collect();
    assert!(
        changed.len() <= 2,
        "{} changed:\n{}",
        changed.len(),
        changed.join("\n")
    );
}
