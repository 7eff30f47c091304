//! Tests that URLs, commands and long words are never broken.

use super::record;
use crate::human::{HUMAN, shows};
use agent_error::ErrorRecord;

#[test]
fn a_long_url_stays_whole() {
    let url = "https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli";
    let record =
        record("cannot connect").with_suggestion(format!("Renew the certificate as {url} says")).with_docs_url(url);
    for width in [40, 80] {
        shows(
            &record,
            width,
            "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate as
          https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
          says
    docs: https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
",
        );
    }
    let shown = HUMAN.width(Some(40)).render(&record);
    assert_eq!(shown.lines().filter(|line| line.contains(url)).count(), 2);
}

#[test]
fn a_long_command_stays_on_its_line() {
    let command = "tool certificates renew --name client --valid-for 90d --output client.pem --force";
    let record = record("cannot connect")
        .with_suggestion(format!("Renew the certificate: `{command}`, then connect"))
        .with_fix_command(command);
    for width in [40, 80] {
        shows(
            &record,
            width,
            "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate:
          `tool certificates renew --name client --valid-for 90d --output client.pem --force`,
          then connect
     fix: tool certificates renew --name client --valid-for 90d --output client.pem --force
",
        );
    }
    let shown = HUMAN.width(Some(40)).render(&record);
    assert_eq!(shown.lines().filter(|line| line.contains(command)).count(), 2);
}

#[test]
fn a_word_that_is_longer_than_the_line_stays_whole() {
    shows(
        &record(&format!("digest {} differs", "0123456789abcdef".repeat(4))),
        40,
        "
error[TLS_FAILED]: digest
          0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
          differs
",
    );
}

#[test]
fn a_command_keeps_its_spaces_and_is_not_truncated() {
    let spaced = ErrorRecord::new("T", "x").with_suggestion("123456789 `a b c d e f g h i j`");
    let text = HUMAN.width(Some(40)).render(&spaced);
    assert_eq!(text, "error[T]: x\n\n    help: 123456789\n          `a b c d e f g h i j`\n");
    let wide = ErrorRecord::new("T", "x").with_suggestion("`データベースデータベースデータベースデータベース`");
    let text = HUMAN.width(Some(40)).render(&wide);
    assert_eq!(text, "error[T]: x\n\n    help: `データベースデータベースデータベースデータベース`\n");
}
