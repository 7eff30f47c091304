//! Tests that the width of wide characters and tabs matches terminals.

use super::fits::fits;
use super::record;
use crate::human::shows;

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

    help: • name        value
          • port        5432
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
