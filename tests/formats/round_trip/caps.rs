//! Tests that each value and name is truncated separately, whatever it's joined with, and can be parsed afterwards.

use super::cases;
use super::inputs::text;
use agent_error::format::clean;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Renderer};
use proptest::prelude::*;

/// Truncates a string as formats should.
fn truncated(text: &str, cap: usize) -> String {
    let text = clean(&text);
    match text.char_indices().map(|(at, character)| at + character.len_utf8()).take_while(|end| *end <= cap).last() {
        Some(end) if end == text.len() => text,
        _ if text.is_empty() => text,
        end => format!("{}… [{} bytes cut]", &text[..end.unwrap_or(0)], text.len() - end.unwrap_or(0)),
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn no_truncated_field_forges_another(names in prop::collection::vec(text(), 1..4), more in text(), cap in 0..40_usize) {
        let mut record = ErrorRecord::new("INVALID_INPUT", "invalid");
        for name in &names {
            let field = FieldError::new(format!("{name}{more}"), &more).expected(&more).options([name, &more]);
            record = record.with_field_error(field.sent(format!("{more}{name}")));
        }
        for format in [Format::Envelope, Format::Nested, Format::Problem, Format::Brief, Format::Xml] {
            let text = Renderer::new(format).cap(cap).render(&record);
            let read = format.parse(&text).unwrap();
            prop_assert_eq!(read.field_errors().len(), names.len(), "{} at {}: {}", format, cap, text);
            prop_assert!(read.actions.is_empty() && read.fix_command.is_none(), "{} at {}: {}", format, cap, text);
        }
    }

    #[test]
    fn no_truncated_action_forges_another(actions in prop::collection::vec(text(), 1..5), cap in 0..40_usize) {
        let mut record = ErrorRecord::new("NOT_FOUND", "missing");
        record.actions.clone_from(&actions);
        let names: Vec<String> = actions.iter().filter(|name| !clean(name).is_empty()).cloned().collect();
        let expected: Vec<String> = names.iter().map(|name| shown(&truncated(name, cap))).collect();
        let text = Renderer::new(Format::Brief).cap(cap).render(&record);
        prop_assert_eq!(&Format::Brief.parse(&text).unwrap().actions, &expected, "at {}: {}", cap, text);
    }
}

/// Returns a string as terminals show it.
fn shown(text: &str) -> String {
    text.chars().fold(String::new(), |mut shown, character| {
        match character {
            '\u{2028}' | '\u{2029}' => shown.push('\n'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.extend(character.escape_unicode()),
            other => shown.push(other),
        }
        shown
    })
}

#[test]
fn names_and_wording_survive_any_cap() {
    let mut record = ErrorRecord::new("", "m").with_context("attempts", 12_345).with_context("half", 0.5);
    record = record.with_context("a long name of a value", true).with_detail("d");
    record.facts.status = Some(503);
    record.facts.retryable = Some(true);
    record.retry_after = Some(std::time::Duration::from_secs(90));
    for cap in 0..3 {
        for format in crate::PARSED {
            let read = format.parse(&Renderer::new(*format).cap(cap).render(&record)).unwrap();
            let is_problem = *format == Format::Problem;
            assert_eq!(read.code(), if is_problem { "" } else { "HTTP_503" }, "{format}");
            if let Some(value) = read.value("attempts") {
                assert!(value == 12_345 || value == "12345", "{format}: {value}");
                assert!(read.value("a long name of a value").is_some(), "{format}");
                assert!(read.value("half").is_some_and(|half| half == 0.5 || half == "0.5"), "{format}");
            }
        }
        for format in [Format::Brief, Format::Xml] {
            let read = format.parse(&Renderer::new(format).cap(cap).render(&record)).unwrap();
            assert_eq!(read.retry_after, record.retry_after, "{format}");
        }
    }
}

#[test]
fn a_long_name_is_truncated_in_every_format() {
    let long = "n".repeat(100_000);
    let record = ErrorRecord::new(&long, "m").with_context(&long, 1).with_field_error(FieldError::new(&long, "f"));
    for format in crate::PARSED {
        let text = Renderer::new(*format).cap(8).render(&record);
        assert!(text.len() < 10_000, "{format}: {}", text.len());
        let read = format.parse(&text).unwrap();
        assert!(read.code().starts_with("nnnnnnnn"), "{format}");
    }
}
