//! Tests that values don't change the output around them, and that commands are shown unchanged.

use agent_error::{AgentError, ErrorRecord, FieldError, Format, render};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("user {name} is not in project {project}")]
#[code("UNCHANGED_NO_USER", exit = 5, fix = "tool add {name} --to {project}")]
struct NoUser {
    name: String,
    project: String,
}

fn no_user(name: &str) -> NoUser {
    NoUser { name: name.to_owned(), project: "web".to_owned() }
}

#[test]
fn an_unterminated_control_string_hides_no_part_of_the_message() {
    for (introducer, shown) in [
        ("\u{1b}]", ""),
        ("\u{1b}P", ""),
        ("\u{1b}_", ""),
        ("\u{9d}", ""),
        ("\u{90}", ""),
        ("\u{1b}]0;\u{1b}]", "0;"),
        ("\u{1b}]\u{9d}\u{1b}[1m\0", ""),
    ] {
        for format in Format::ALL {
            let text = render(&no_user(&format!("a{introducer}")), *format);
            assert!(text.contains(&format!("user a{shown} is not in project web")), "{format}: {text:?}");
        }
    }
    // A terminated control string, such as a window title or a hyperlink, is removed together with its content.
    for format in Format::ALL {
        let text = render(&no_user("a\u{1b}]0;title\u{7}b\u{1b}]8;;http://x\u{1b}\\c"), *format);
        assert!(text.contains("user abc is not in project web"), "{format}: {text:?}");
    }
}

/// If some format would alter a fix, all formats omit it.
#[test]
fn a_fix_that_any_format_would_alter_is_omitted() {
    let odd = ["\u{2028}", "\u{2029}", "\u{fffe}", "\u{ffff}", "\u{202e}", "\u{2066}", "\u{85}", "\n", "\u{1b}[1m"];
    for odd in odd {
        let error = no_user(&format!("a{odd}b"));
        assert_eq!(error.fix_command(), None, "{odd:?}");
        let record = ErrorRecord::new("X", "m").with_fix_command(format!("tool add 'a{odd}b'"));
        for format in Format::ALL {
            assert!(!render(&error, *format).contains("tool add"), "{format}: {odd:?}");
            assert!(!render(&record, *format).contains("tool add"), "{format}: {odd:?}");
        }
        // Serializing the record leaves the fix unchanged.
        assert_eq!(serde_json::from_str::<ErrorRecord>(&serde_json::to_string(&record).unwrap()).unwrap(), record);
    }
    assert_eq!(no_user("a\u{fffd}").fix_command(), None);
    assert_eq!(no_user("é b").fix_command().as_deref(), Some("tool add 'é b' --to web"));
    // A truncated command would be a different command.
    let long = ErrorRecord::new("X", "m").with_fix_command(format!("tool add {}", "a".repeat(70_000)));
    for format in Format::ALL {
        assert!(!render(&long, *format).contains("tool add"), "{format}");
    }
}

#[test]
fn bidirectional_controls_are_escaped_for_people_only() {
    let record = ErrorRecord::new("X\u{202e}", "a\u{202e}b\u{2066}c")
        .with_suggestion("d\u{2069}")
        .with_context("k", "e\u{202a}");
    let human = render(&record, Format::Human);
    assert_eq!(human, "error[X\\u{202e}]: a\\u{202e}b\\u{2066}c\n\n    help: d\\u{2069}\n");
    for format in [Format::Envelope, Format::Nested, Format::Flat, Format::Problem, Format::Xml] {
        assert_eq!(format.parse(&render(&record, format)).unwrap().message, record.message, "{format}");
    }
}

#[test]
fn xml_contains_the_detail_and_retryable() {
    let record = ErrorRecord::new("X_Y", "m").with_detail("a < b").with_suggestion("s").with_retryable(true);
    let text = render(&record, Format::Xml);
    assert_eq!(
        text,
        "<tool_error code=\"X_Y\" severity=\"error\">\n<message>m</message>\n<explanation>a &lt; b</explanation>\n\
         <recovery>s</recovery>\n<retryable>true</retryable>\n</tool_error>"
    );
    let read = Format::Xml.parse(&text).unwrap();
    assert_eq!((read.detail.as_deref(), read.facts.retryable), (Some("a < b"), Some(true)));
    let invalid = record.clone().with_field_error(FieldError::new("f", "No."));
    let read = Format::Xml.parse(&render(&invalid, Format::Xml)).unwrap();
    assert_eq!((read.detail.as_deref(), read.facts().retryable), (Some("a < b"), Some(true)));
    // A wait implies that the error is retryable.
    let waits = ErrorRecord::new("X_Y", "m").with_retry_after(std::time::Duration::from_secs(3));
    assert!(!render(&waits, Format::Xml).contains("retryable"));
    // anyhow's context messages become the detail.
    let error = anyhow::Error::new(no_user("eve")).context("sending the mail");
    let found = agent_error::anyhow::find(&error).unwrap();
    assert_eq!(found.code(), "UNCHANGED_NO_USER");
}
