//! Tests of values that try to escape from their place, or that are too long.

use crate::samples::{bare, full};
use agent_error::facts::Severity;
use agent_error::facts::{Phase, SideEffects};
use agent_error::format::parse_with;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, render};
use agent_error_formats::READERS;
use agent_error_tests::parse;
use serde_json::json;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("user {name} is not in project {project}")]
#[code("UNCHANGED_NO_USER", exit = 5, fix = "tool add {name} --to {project}")]
struct NoUser {
    name: String,
    project: String,
}

fn no_user(name: &str) -> NoUser {
    NoUser {
        name: name.to_owned(),
        project: "web".to_owned(),
    }
}

#[test]
fn control_strings_are_removed_but_hide_nothing_after_the_value() {
    for (name, shown) in [
        ("a\u{1b}]", "a"),
        ("a\u{1b}P", "a"),
        ("a\u{9d}", "a"),
        ("a\u{90}", "a"),
        ("a\u{1b}]0;\u{1b}]", "a0;"),
        ("a\u{1b}]\u{9d}\u{1b}[1m\0", "a"),
        ("a\u{1b}]0;title\u{7}b\u{1b}]8;;http://x\u{1b}\\c", "abc"),
        (
            "a\u{1b}[31mred\u{1b}[0m\r\0\u{7f}\u{85}b\u{9b}1mc",
            "aredbc",
        ),
        ("\u{1b}(Ba\u{1b}7b\u{1b}P+q\u{1b}\\c", "abc"),
        ("a\u{1b}\u{1b}[1mb", "ab"),
        ("a\u{1b}[31é", "aé"),
    ] {
        for format in agent_error_formats::ALL {
            let text = render(&no_user(name), *format);
            assert!(
                text.contains(&format!("user {shown} is not in project web")),
                "{format}: {text:?}"
            );
        }
    }
}

/// If some format would alter a fix, all formats omit it.
#[test]
fn a_fix_that_any_format_would_alter_is_omitted() {
    let odd = [
        "\u{2028}",
        "\u{2029}",
        "\u{fffe}",
        "\u{ffff}",
        "\u{202e}",
        "\u{2066}",
        "\u{85}",
        "\n",
        "\u{1b}[1m",
    ];
    for odd in odd
        .map(str::to_owned)
        .into_iter()
        .chain(["a".repeat(70_000)])
    {
        let error = no_user(&format!("a{odd}b"));
        let record = ErrorRecord::new("X", "m").with_fix_command(format!("tool add 'a{odd}b'"));
        for format in agent_error_formats::ALL {
            assert!(
                !render(&error, *format).contains("tool add"),
                "{format}: {odd:?}"
            );
            assert!(
                !render(&record, *format).contains("tool add"),
                "{format}: {odd:?}"
            );
        }
        // Serializing the record leaves the fix unchanged.
        assert_eq!(
            parse(&serde_json::to_string(&record).unwrap()).unwrap(),
            record
        );
    }
    assert_eq!(
        no_user("é b").record().fix_command(),
        Some("tool add 'é b' --to web")
    );
}

#[test]
fn values_of_two_megabytes_are_truncated() {
    let long = "é".repeat(1024 * 1024);
    let record = ErrorRecord::new("X", &*long)
        .with_suggestion(&*long)
        .with_context("list", vec![long.clone()])
        .with_context("text", &*long);
    for format in agent_error_formats::ALL {
        let text = render(&record, *format);
        assert!(text.len() < 6 * 64 * 1024, "{format}: {}", text.len());
        assert!(
            text.contains(&format!("… [{} bytes cut]", long.len() - 64 * 1024)),
            "{format}"
        );
        assert!(
            *format == Format::HUMAN || agent_error_tests::read(format, &text).is_ok(),
            "{format}"
        );
    }
}

#[test]
fn texts_and_lists_over_the_cap_are_truncated_but_not_short_names() {
    let record = ErrorRecord::new("X", "ééé")
        .with_context("list", vec![1234; 4])
        .with_context("n".repeat(9), 1);
    let text = agent_error::render(&record, agent_error_formats::NESTED.cap(5));
    let details = r#"{"list":"[1234… [16 bytes cut]","nnnnnnnnn":1}"#;
    assert_eq!(
        text,
        format!(r#"{{"error":{{"code":"X","message":"éé… [2 bytes cut]","details":{details}}}}}"#)
    );
}

#[test]
fn numbers_and_waits_survive_any_cap() {
    let record = ErrorRecord::new("", "m")
        .with_context("attempts", 12_345)
        .with_status(503)
        .with_retry_after(std::time::Duration::from_secs(90));
    for (format, cap) in crate::PARSED
        .iter()
        .flat_map(|format| [(*format, 0), (*format, 2)])
    {
        let read = agent_error_tests::read(format, &agent_error::render(&record, format.cap(cap)))
            .unwrap();
        assert_eq!(read.code(), "HTTP_503", "{format}");
        assert!(
            read.context()
                .get("attempts")
                .is_none_or(|value| value == 12_345 || value == "12345"),
            "{format}"
        );
        assert!(
            read.retry_after()
                .is_none_or(|wait| Some(wait) == record.retry_after()),
            "{format}"
        );
    }
}

#[test]
fn a_cause_that_another_program_wrote_keeps_its_text() {
    let record = ErrorRecord::new("NOT_CONNECTED", "cannot connect")
        .with_cause("Connection refused (os error 111)");
    assert!(
        render(&record, Format::ENVELOPE)
            .contains(r#""cause":"Connection refused (os error 111)""#)
    );
}

#[test]
fn a_long_chain_of_causes_can_be_dropped() {
    let record = (0..5_000).fold(bare(), |record, _| record.with_cause("c"));
    let dropping = std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(move || drop(record));
    dropping.unwrap().join().unwrap();
}

#[test]
fn a_translation_adds_no_facts_and_omits_those_without_a_place() {
    let texts = [
        "[error:X] m",
        r#"{"error":true,"code":"X","message":"m","retryable":false}"#,
        r#"{"error":{"code":"MISSING_REQUIRED_FLAGS","message":"missing required flags","details":{"missing":["--kind"]}}}"#,
        "[error:EXIT_NONZERO] exit 2\nhint: read the output\n\nline 1\nline 2",
        r#"{"type":"https://a.example/credit","title":"Out of credit","status":403,"detail":"30 of 50","balance":30}"#,
        r#"{"title":"Not Found","status":404}"#,
        &serde_json::to_string(&full()).unwrap(),
    ];
    let translated = |text: &str, format: &Format| {
        format!(
            "\n---- {format}\n{}\n",
            render(&parse_with(text, READERS).unwrap(), *format).trim_end()
        )
    };
    let shown = texts.iter().map(|text| {
        let formats = agent_error_formats::ALL
            .iter()
            .map(|format| translated(text, format));
        format!("==== {text}\n{}\n", formats.collect::<String>())
    });
    crate::snapshots::same(
        shown.collect::<String>(),
        snapbox::file!["snapshots/translated.txt"],
    );
}

/// Checks the last columns of the tables in the guide to formats and in the README of
/// `agent-error-formats`.
#[test]
fn the_guide_lists_what_each_format_omits() {
    let tables = concat!(
        include_str!("../../runtime/src/guide/formats.md"),
        include_str!("../../runtime/formats/README.md")
    );
    let advised = || bare().with_suggestion("s").with_retryable(true);
    for format in agent_error_formats::ALL {
        let omits = |without: ErrorRecord, with: ErrorRecord| {
            render(&without, *format) == render(&with, *format)
        };
        let advice = omits(bare(), bare().with_suggestion("s"));
        let detail = omits(bare(), bare().with_detail("d"));
        let with_detail = || bare().with_detail("d");
        let with_body = || bare().with_body("b");
        let field_error = || FieldError::new("f", "r");
        let retry = omits(bare(), bare().with_retryable(true));
        let docs = omits(bare(), bare().with_docs_url("d"));
        let context = omits(bare(), bare().with_context("c", 1));
        let omitted = [
            (advice, "advice"),
            (
                !advice && omits(advised(), advised().with_fix_command("f")),
                "fix",
            ),
            (
                !advice && omits(advised(), advised().with_fix_required("r")),
                "required condition",
            ),
            (
                !advice && omits(advised(), advised().with_replacement("r")),
                "replacement",
            ),
            (detail, "detail"),
            (
                !detail && omits(with_body(), with_body().with_detail("d")),
                "detail if there is a body",
            ),
            (
                omits(with_detail(), with_detail().with_field_error(field_error())),
                "field errors if there is a detail",
            ),
            (omits(bare(), bare().with_cause("c")), "cause"),
            (retry, "retry"),
            (
                !retry
                    && omits(
                        advised(),
                        advised().with_retry_after(Duration::from_secs(1)),
                    ),
                "wait",
            ),
            (
                omits(bare(), bare().with_severity(Severity::Critical)),
                "severity",
            ),
            (
                omits(bare(), bare().with_side_effects(SideEffects::Partial)),
                "side effects",
            ),
            (omits(bare(), bare().with_phase(Phase::Validation)), "phase"),
            (omits(bare(), bare().with_instance("i")), "instance"),
            (docs, "docs"),
            (
                !docs && omits(advised(), advised().with_docs_url("d")),
                "docs if there is advice",
            ),
            (omits(bare(), bare().with_actions(["a"])), "actions"),
            (context, "context"),
            (
                !context && omits(bare(), bare().with_context("c", json!({"a": 1}))),
                "objects in the context",
            ),
            (omits(bare(), bare().with_body("b")), "body"),
            (omits(bare(), bare().with_summary("s")), "summary"),
        ];
        let words: Vec<&str> = omitted
            .into_iter()
            .filter(|(is_omitted, _)| *is_omitted)
            .map(|(_, word)| word)
            .collect();
        let row = tables
            .lines()
            .find(|line| line.contains(&format!("` | `{format}`")))
            .unwrap();
        assert_eq!(
            row.trim_end_matches('|').rsplit('|').next().unwrap().trim(),
            words.join(", "),
            "{format}"
        );
    }
}
