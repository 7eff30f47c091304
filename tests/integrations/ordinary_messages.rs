//! Tests that redaction rarely changes messages without secrets.

use agent_error::ErrorRecord;
use agent_error::format::without_secrets;

/// 1,000 messages of real tools. Each line has the tool, its version, a tab and the message.
///
/// The rules were tuned on the messages with an even index. If redaction changes too many of the others, fix the rules
/// without looking at these messages.
const MESSAGES: &str = include_str!("ordinary_messages.tsv");

fn messages() -> Vec<&'static str> {
    let messages: Vec<&str> = MESSAGES.lines().map(|line| line.split_once('\t').unwrap().1).collect();
    assert_eq!(messages.len(), 1000);
    messages
}

#[track_caller]
fn assert_few(changed: &[String]) {
    assert!(changed.len() <= 2, "{} changed:\n{}", changed.len(), changed.join("\n"));
}

#[test]
fn at_most_two_of_a_thousand_ordinary_messages_change() {
    let changed = |message: &str| (without_secrets(message) != message).then(|| message.to_owned());
    assert_few(&messages().into_iter().filter_map(changed).collect::<Vec<_>>());
}

#[test]
fn a_record_of_an_ordinary_message_changes_as_seldom() {
    let changed = |message: &str| {
        let record = ErrorRecord::new("FAILED", message).with_detail(message).with_context("line", message);
        (record.clone().without_secrets() != record).then(|| message.to_owned())
    };
    assert_few(&messages().into_iter().filter_map(changed).collect::<Vec<_>>());
}
