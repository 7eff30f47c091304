//! Tests of the `Human` format in terminals of several widths, with and without color.

use crate::samples::{bare, full};
use crate::snapshots::same;
use agent_error::facts::RetryStrategy;
use agent_error::facts::Severity;
use agent_error::{ErrorRecord, Format};
use snapbox::file;
use std::time::Duration;

const HUMAN: Format = Format::HUMAN;

const SENTENCE: &str = "the server closed the connection before the handshake was complete, which it does when \
                        the certificate of the client has expired or when it was issued by an unknown authority";
const CHINESE: &str =
    "无法连接到数据库 服务器没有响应 请检查网络连接 然后重试 如果问题仍然存在 请联系管理员";
const JAPANESE: &str =
    "データベースに接続できませんでした。サーバーが起動していることを確認してください。";
const URL: &str =
    "https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do?from=cli";
const COMMAND: &str =
    "tool certificates renew --name client --valid-for 90d --output client.pem --force";

fn record(message: &str) -> ErrorRecord {
    ErrorRecord::new("TLS_FAILED", message)
}

fn refused() -> ErrorRecord {
    record("cannot connect")
}

/// Records whose lines have to be wrapped.
fn long() -> Vec<ErrorRecord> {
    vec![
        record(SENTENCE),
        record(&format!("cannot connect\n{SENTENCE}")),
        record(&format!("unexpected ` in the name, and {SENTENCE}")),
        ErrorRecord::new("CONNECTION_TO_THE_DATABASE_COULD_NOT_BE_OPENED", SENTENCE),
        refused()
            .with_cause(SENTENCE)
            .with_cause(SENTENCE)
            .with_suggestion(SENTENCE)
            .with_fix_required(SENTENCE),
        (1..=12).fold(refused(), |record, n| {
            record.with_actions([format!("connection.open{n}")])
        }),
        (1..=11).fold(refused(), |record, n| {
            record.with_cause(format!("cause {n} of eleven causes"))
        }),
        record(CHINESE).with_suggestion(CHINESE),
        record(JAPANESE).with_suggestion(JAPANESE),
        record("a\tb\tc").with_suggestion("one\ttwo\tthree four\tfive\tsix seven\teight"),
    ]
}

/// Records with values that are never broken.
fn unbreakable() -> Vec<ErrorRecord> {
    vec![
        refused()
            .with_suggestion(format!("Renew the certificate as {URL} says"))
            .with_docs_url(URL),
        refused()
            .with_suggestion(format!("Renew it: `{COMMAND}`, then connect"))
            .with_fix_command(COMMAND),
        refused().with_suggestion("123456789 `a b c d e f g h i j`"),
        refused().with_suggestion("`データベースデータベースデータベースデータベース`"),
        record(&format!("digest {} differs", "0123456789abcdef".repeat(4))),
        refused().with_suggestion("name\tvalue\nport\t5432"),
        record("👩‍👩‍👧 🇩🇪 🦀 🚀 ".repeat(6).trim()),
        refused().with_body("make: *** [all] Error 1\n\tcc -c a.c\n\nhint: not ours\n"),
    ]
}

fn retries() -> Vec<ErrorRecord> {
    let waits = |ms| refused().with_retry_after(Duration::from_millis(ms));
    vec![
        refused().with_retryable(true),
        waits(0),
        waits(5_430_250),
        refused().with_retry_strategy(RetryStrategy::Immediate),
        refused().with_retry_strategy(RetryStrategy::Constant),
        waits(2_000).with_retry_strategy(RetryStrategy::Exponential),
    ]
}

fn shown(records: &[ErrorRecord], width: usize, with_color: bool) -> String {
    let format = HUMAN.width(Some(width)).color(with_color);
    records
        .iter()
        .map(|record| agent_error::render(record, format).replace('\u{1b}', "^") + "\n")
        .collect()
}

#[test]
fn long_values_are_wrapped() {
    same(
        shown(&long(), 40, false),
        file!["snapshots/human/long_40.txt"],
    );
    same(
        shown(&long(), 80, false),
        file!["snapshots/human/long_80.txt"],
    );
    assert_eq!(
        agent_error::render(&record(SENTENCE), HUMAN),
        format!("error[TLS_FAILED]: {SENTENCE}\n"),
        "without a terminal"
    );
    assert_eq!(
        shown(&long(), 0, false),
        shown(&long(), 40, false),
        "no terminal is narrower than 40 columns"
    );
    assert_eq!(shown(&long(), 39, false), shown(&long(), 40, false));
}

#[test]
fn urls_commands_and_long_words_are_not_broken() {
    same(
        shown(&unbreakable(), 40, false),
        file!["snapshots/human/unbreakable_40.txt"],
    );
    same(
        shown(&unbreakable(), 80, false),
        file!["snapshots/human/unbreakable_80.txt"],
    );
}

#[test]
fn a_retry_states_the_delay_and_the_strategy() {
    same(
        shown(&retries(), 80, false),
        file!["snapshots/human/retries.txt"],
    );
}

#[test]
fn color_marks_severities_labels_and_every_line_of_a_message() {
    let severities = [Severity::Warning, Severity::Error, Severity::Critical]
        .map(|level| bare().with_severity(level));
    let hostile =
        ErrorRecord::new("A\u{1b}[31mB", "\u{1b}[32mgreen\u{1b}[0m").with_suggestion("\u{9b}7mx");
    let records = [&severities[..], &[full(), record(SENTENCE), hostile]].concat();
    same(
        shown(&records, 60, true),
        file!["snapshots/human/color.txt"],
    );
    let colored = shown(&records, 60, true);
    let mut pieces = colored.split("^[");
    let first = pieces.next().unwrap().to_owned();
    let plain = pieces.fold(first, |text, piece| text + piece.split_once('m').unwrap().1);
    assert_eq!(plain, shown(&records, 60, false));
}

#[test]
fn a_suggestion_of_several_lines_is_a_list_unless_a_line_is_blank_or_indented() {
    for (suggestion, is_list) in [
        ("a\nb", true),
        ("a", false),
        ("a\n\nb", false),
        ("a\n", false),
        ("a:\n  b", false),
    ] {
        assert_eq!(
            agent_error::render(&refused().with_suggestion(suggestion), HUMAN).contains("• a"),
            is_list,
            "{suggestion:?}"
        );
    }
}

/// Returns the width of a line of ASCII and wide characters, with a tab stop every eight columns.
fn columns(line: &str) -> usize {
    line.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        other => column + if other.is_ascii() { 1 } else { 2 },
    })
}

#[test]
fn no_line_is_wider_than_the_terminal_and_no_value_starts_in_the_margin() {
    for width in 60..=200 {
        for line in shown(&long(), width, false).lines() {
            assert!(
                columns(line) <= width,
                "{} columns instead of {width}: {line}",
                columns(line)
            );
        }
        for record in [long(), unbreakable(), retries()].concat() {
            let page = agent_error::render(&record, HUMAN.width(Some(width)));
            assert!(crate::invariants::is_human(&page), "{page}");
        }
    }
}
