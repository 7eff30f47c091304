//! Tests that each value and name is truncated separately, whatever it's joined with, and can be parsed afterwards.

use super::cases;
use super::inputs::text;
use agent_error::format::clean;
use agent_error::{AgentError, ErrorRecord, FieldError, Format, Renderer};
use proptest::prelude::*;

/// Truncates a string as the format should.
fn truncated(text: &str, cap: usize, format: Format) -> String {
    let text = clean(&text);
    let shows_code_points = matches!(format, Format::Human | Format::Brief);
    let length = |character: char| match character {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' if shows_code_points => "\\u{202e}".len(),
        other => other.len_utf8(),
    };
    let (mut end, mut left) = (0, cap);
    for character in text.chars() {
        match left.checked_sub(length(character)) {
            Some(rest) => left = rest,
            None => return format!("{}… [{} bytes cut]", &text[..end], text.len() - end),
        }
        end += character.len_utf8();
    }
    text
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
        for format in [Format::Envelope, Format::Nested, Format::Problem, Format::Human, Format::Brief, Format::Xml] {
            let text = Renderer::new(format).cap(cap).render(&record);
            let read = format.parse(&text).unwrap();
            prop_assert_eq!(read.field_errors.len(), names.len(), "{} at {}: {}", format, cap, text);
            prop_assert!(read.actions.is_empty() && read.fix_command.is_none(), "{} at {}: {}", format, cap, text);
        }
    }

    #[test]
    fn no_truncated_action_forges_another(actions in prop::collection::vec(text(), 1..5), cap in 0..40_usize) {
        let mut record = ErrorRecord::new("NOT_FOUND", "missing");
        record.actions.clone_from(&actions);
        let names: Vec<String> = actions.iter().filter(|name| !clean(name).is_empty()).cloned().collect();
        for format in [Format::Human, Format::Brief] {
            let expected: Vec<String> = names.iter().map(|name| shown(&truncated(name, cap, format))).collect();
            let text = Renderer::new(format).cap(cap).render(&record);
            prop_assert_eq!(&format.parse(&text).unwrap().actions, &expected, "{} at {}: {}", format, cap, text);
        }
    }

    #[test]
    fn code_points_do_not_exceed_the_cap(text in "[a\u{202e}\u{2066}é]{0,30}", cap in 0..80_usize) {
        let record = ErrorRecord::new("A_B", &text);
        for format in [Format::Human, Format::Brief] {
            let read = format.parse(&Renderer::new(format).cap(cap).render(&record)).unwrap();
            let kept = read.message.split('…').next().unwrap();
            prop_assert!(kept.len() <= cap, "{} at {}: {}", format, cap, read.message);
        }
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
        for format in Format::ALL {
            let read = format.parse(&Renderer::new(*format).cap(cap).render(&record)).unwrap();
            let is_problem = *format == Format::Problem;
            assert_eq!(read.code(), if is_problem { "" } else { "HTTP_503" }, "{format}");
            if let Some(value) = read.value("attempts") {
                assert!(value == 12_345 || value == "12345", "{format}: {value}");
                assert!(read.value("a long name of a value").is_some(), "{format}");
                assert!(read.value("half").is_some_and(|half| *half == 0.5 || half == "0.5"), "{format}");
            }
        }
        for format in [Format::Human, Format::Brief, Format::Xml] {
            let read = format.parse(&Renderer::new(format).cap(cap).render(&record)).unwrap();
            assert_eq!(read.retry_after, record.retry_after, "{format}");
        }
    }
}

#[test]
fn a_long_name_is_truncated_in_every_format() {
    let long = "n".repeat(100_000);
    let record = ErrorRecord::new(&long, "m").with_context(&long, 1).with_field_error(FieldError::new(&long, "f"));
    for format in Format::ALL {
        let text = Renderer::new(*format).cap(8).render(&record);
        assert!(text.len() < 10_000, "{format}: {}", text.len());
        let read = format.parse(&text).unwrap();
        assert!(read.code().starts_with("nnnnnnnn"), "{format}");
    }
}
