//! The statements about the text of tool errors and its parser. The texts are those of errfmt's documentation.

use agent_error::{ErrorRecord, Format, render};

/// Returns the code, the summary, the hint and the body, or `None` if the text isn't an error.
fn parsed(text: &str) -> Option<[String; 4]> {
    let record = Format::Tagged.parse(text).ok()?;
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    Some([record.code.clone(), record.message.clone(), part(&record.suggestion), part(&record.body)])
}

#[test]
fn an_error_is_its_code_its_summary_and_its_hint_if_there_is_one() {
    for (hint, text) in [("", "[error:CODE] summary"), ("Do this.", "[error:CODE] summary\nhint: Do this.")] {
        let error = ErrorRecord::new("CODE", "summary").with_suggestion(hint);
        assert_eq!(render(&error, Format::Tagged), text);
        assert_eq!(parsed(text).unwrap(), ["CODE", "summary", hint, ""]);
    }
}

#[test]
fn an_extension_may_define_its_own_codes() {
    let text = render(&ErrorRecord::new("ACME_QUOTA_EXCEEDED", "no quota left"), Format::Tagged);
    assert_eq!(parsed(&text).unwrap()[0], "ACME_QUOTA_EXCEEDED");
}

#[test]
fn text_without_the_prefix_is_no_error() {
    for text in ["", "summary", " [error:CODE] summary", "error:CODE summary"] {
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn a_body_after_a_blank_line_is_tolerated_with_and_without_a_hint() {
    let body = "more\nlines";
    assert_eq!(parsed(&format!("[error:CODE] summary\n\n{body}")).unwrap(), ["CODE", "summary", "", body]);
    let text = format!("[error:CODE] summary\nhint: Do this.\n\n{body}");
    assert_eq!(parsed(&text).unwrap(), ["CODE", "summary", "Do this.", body]);
}
