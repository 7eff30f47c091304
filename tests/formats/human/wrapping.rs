//! Long texts in narrow terminals: by display width, never within a command or a URL.

use super::{HUMAN, shows};
use agent_error::{ErrorRecord, Format};

const SENTENCE: &str = "the server closed the connection before the handshake was complete, which it does when \
                        the certificate of the client has expired or when it was issued by an unknown authority";

fn record(message: &str) -> ErrorRecord {
    ErrorRecord::new("TLS_FAILED", message)
}

#[test]
fn a_long_message() {
    shows(
        &record(SENTENCE),
        40,
        "
error[TLS_FAILED]: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
",
    );
    shows(
        &record(SENTENCE),
        80,
        "
error[TLS_FAILED]: the server closed the connection before the handshake was
          complete, which it does when the certificate of the client has expired
          or when it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_message_that_goes_to_a_file_is_one_line() {
    let shown = HUMAN.render(&record(SENTENCE));
    assert_eq!(shown, format!("error[TLS_FAILED]: {SENTENCE}\n"));
}

#[test]
fn long_texts_below_labels() {
    let record = record("cannot connect").with_cause(SENTENCE).with_suggestion(SENTENCE).with_fix_required(SENTENCE);
    shows(
        &record,
        40,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
    help: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
   needs: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
",
    );
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
    help: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
   needs: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_list_of_actions() {
    let record = (1..=12).fold(record("cannot connect"), |record, n| record.with_action(format!("connection.open{n}")));
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

     try: connection.open1, connection.open2, connection.open3,
          connection.open4, connection.open5, connection.open6,
          connection.open7, connection.open8, connection.open9,
          connection.open10, connection.open11, connection.open12
",
    );
}

#[test]
fn long_causes_of_several_levels() {
    shows(
        &record("cannot connect").with_cause(SENTENCE).with_cause(SENTENCE).with_cause(SENTENCE),
        80,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
   cause:   the server closed the connection before the handshake was complete,
            which it does when the certificate of the client has expired or when
            it was issued by an unknown authority
   cause:     the server closed the connection before the handshake was
              complete, which it does when the certificate of the client has
              expired or when it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_code() {
    let code = "CONNECTION_TO_THE_DATABASE_OF_THE_CUSTOMER_COULD_NOT_BE_OPENED";
    shows(
        &ErrorRecord::new(code, SENTENCE),
        80,
        "
error[CONNECTION_TO_THE_DATABASE_OF_THE_CUSTOMER_COULD_NOT_BE_OPENED]: the
          server closed the connection before the handshake was complete, which
          it does when the certificate of the client has expired or when it was
          issued by an unknown authority
",
    );
}

#[test]
fn the_second_line_of_a_message() {
    shows(
        &record(&format!("cannot connect\n{SENTENCE}")),
        80,
        "
error[TLS_FAILED]: cannot connect
          the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_url_stays_whole() {
    let url = "https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli";
    let record =
        record("cannot connect").with_suggestion(format!("Renew the certificate as {url} says")).with_docs_url(url);
    shows(
        &record,
        40,
        "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate as
          https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
          says
    docs: https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
",
    );
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate as
          https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
          says
    docs: https://docs.example.com/guides/certificates/expired-certificates-and-what-to-do-about-them?from=cli
",
    );
    let shown = HUMAN.width(Some(40)).render(&record);
    assert_eq!(shown.lines().filter(|line| line.contains(url)).count(), 2);
}

#[test]
fn a_long_command_stays_on_its_line() {
    let command = "tool certificates renew --name client --valid-for 90d --output client.pem --force";
    let record = record("cannot connect")
        .with_suggestion(format!("Renew the certificate: `{command}`, then connect"))
        .with_fix_command(command);
    shows(
        &record,
        40,
        "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate:
          `tool certificates renew --name client --valid-for 90d --output client.pem --force`,
          then connect
     fix: tool certificates renew --name client --valid-for 90d --output client.pem --force
",
    );
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

    help: Renew the certificate:
          `tool certificates renew --name client --valid-for 90d --output client.pem --force`,
          then connect
     fix: tool certificates renew --name client --valid-for 90d --output client.pem --force
",
    );
    let shown = HUMAN.width(Some(40)).render(&record);
    assert_eq!(shown.lines().filter(|line| line.contains(command)).count(), 2);
}

#[test]
fn a_backtick_without_a_second() {
    shows(
        &record(&format!("unexpected ` in the name, and {SENTENCE}")),
        80,
        "
error[TLS_FAILED]: unexpected ` in the name, and the server closed the
          connection before the handshake was complete, which it does when the
          certificate of the client has expired or when it was issued by an
          unknown authority
",
    );
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
fn wide_characters() {
    let chinese = "无法连接到数据库 服务器没有响应 请检查网络连接 然后重试 如果问题仍然存在 请联系管理员";
    shows(
        &record(chinese).with_suggestion(chinese),
        40,
        "
error[TLS_FAILED]: 无法连接到数据库 服务
          器没有响应 请检查网络连接 然后
          重试 如果问题仍然存在 请联系管
          理员

    help: 无法连接到数据库 服务器没有响
          应 请检查网络连接 然后重试 如
          果问题仍然存在 请联系管理员
",
    );
    let emoji = "🦀 🚀 👩‍👩‍👧 🇩🇪 ".repeat(6);
    shows(
        &record(emoji.trim()).with_suggestion(emoji.trim()),
        40,
        "
error[TLS_FAILED]: 🦀 🚀 👩‍👩‍👧 🇩🇪 🦀 🚀
          👩‍👩‍👧 🇩🇪 🦀 🚀 👩‍👩‍👧 🇩🇪 🦀
          🚀 👩‍👩‍👧 🇩🇪 🦀 🚀 👩‍👩‍👧 🇩🇪
          🦀 🚀 👩‍👩‍👧 🇩🇪

    help: 🦀 🚀 👩‍👩‍👧 🇩🇪 🦀 🚀 👩‍👩‍👧
          🇩🇪 🦀 🚀 👩‍👩‍👧 🇩🇪 🦀 🚀
          👩‍👩‍👧 🇩🇪 🦀 🚀 👩‍👩‍👧 🇩🇪 🦀
          🚀 👩‍👩‍👧 🇩🇪
",
    );
    fits(&record(chinese).with_suggestion(chinese), 40);
}

#[test]
fn wide_text_without_spaces() {
    let japanese = "データベースに接続できませんでした。サーバーが起動していることを確認してください。";
    shows(
        &record(japanese),
        40,
        "
error[TLS_FAILED]: データベースに接続で
          きませんでした。サーバーが起動
          していることを確認してくださ
          い。
",
    );
}

#[test]
fn tabs() {
    shows(
        &record("a\tb\tc").with_suggestion("name\tvalue\nport\t5432"),
        80,
        "
error[TLS_FAILED]: a    b       c

    help: name  value
          port  5432
",
    );
    shows(
        &record("cannot connect").with_suggestion("one\ttwo\tthree four\tfive\tsix seven\teight"),
        40,
        "
error[TLS_FAILED]: cannot connect

    help: one   two     three four
          five    six seven       eight
",
    );
}

#[test]
fn no_screen_is_narrower_than_forty_columns() {
    let shown = |width| HUMAN.width(Some(width)).render(&record("cannot connect").with_suggestion(SENTENCE));
    assert_eq!(shown(0), shown(40));
    assert_eq!(shown(39), shown(40));
    assert_ne!(shown(41), shown(usize::MAX));
}

/// The columns of a text of ASCII and wide characters, with tab stops at every eighth.
fn columns(line: &str) -> usize {
    line.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        other => column + if other.is_ascii() { 1 } else { 2 },
    })
}

#[track_caller]
fn fits(record: &ErrorRecord, width: usize) {
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
fn a_command_counts_its_spaces_and_is_not_cut() {
    let spaced = ErrorRecord::new("T", "x").with_suggestion("123456789 `a b c d e f g h i j`");
    let text = HUMAN.width(Some(40)).render(&spaced);
    assert_eq!(text, "error[T]: x\n\n    help: 123456789\n          `a b c d e f g h i j`\n");
    let wide = ErrorRecord::new("T", "x").with_suggestion("`データベースデータベースデータベースデータベース`");
    let text = HUMAN.width(Some(40)).render(&wide);
    assert_eq!(text, "error[T]: x\n\n    help: `データベースデータベースデータベースデータベース`\n");
}

#[test]
fn a_line_separator_in_a_code_begins_no_line() {
    let record = ErrorRecord::new("A\u{2028}error[X]: forged", "m");
    assert_eq!(agent_error::render(&record, Format::Human), "error[A error[X_: forged]: m\n");
}
