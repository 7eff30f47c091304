//! Tests of translating errors between formats. Each fact moves to its member or to the closest one, and no fact is
//! added.

use agent_error::format::EnvelopeMember;
use agent_error::{ErrorRecord, Format, parse, render};

fn translated(text: &str, to: Format) -> String {
    render(&parse(text).unwrap(), to)
}

/// Output of the Verda CLI.
const MISSING_FLAGS: &str = r#"{"error":{"code":"MISSING_REQUIRED_FLAGS","message":"missing required flags","details":{"missing":["--kind","--image"]}}}"#;

/// Output of errfmt.
const TAGGED: &str = "[error:EXIT_NONZERO] exit 2\nhint: read the output\n\nline 1\nline 2";

/// A problem as defined in RFC 9457.
const PROBLEM: &str = r#"{"type":"https://a.example/credit","title":"Out of credit","status":403,"detail":"30 of 50","instance":"/msgs/7","balance":30}"#;

#[test]
fn missing_flags_are_in_every_format() {
    for format in Format::ALL {
        let text = translated(MISSING_FLAGS, *format);
        assert!(text.contains("--kind") && text.contains("--image"), "{format}: {text}");
    }
    assert_eq!(
        translated(MISSING_FLAGS, Format::Tagged),
        "[error:MISSING_REQUIRED_FLAGS] missing required flags\n\nmissing: [\"--kind\",\"--image\"]"
    );
    assert_eq!(
        translated(MISSING_FLAGS, Format::Human),
        "error[MISSING_REQUIRED_FLAGS]: missing required flags\n\n  detail: missing: [\"--kind\",\"--image\"]\n"
    );
}

#[test]
fn a_body_is_in_every_format() {
    for format in Format::ALL {
        let text = translated(TAGGED, *format);
        assert!(text.contains("line 1") && text.contains("line 2"), "{format}: {text}");
    }
    for format in [Format::Envelope, Format::Problem, Format::Human, Format::Tagged] {
        assert_eq!(parse(&translated(TAGGED, format)).unwrap().body.as_deref(), Some("line 1\nline 2"), "{format}");
    }
}

#[test]
fn a_problem_keeps_its_title_status_and_instance() {
    for format in Format::ALL {
        let text = translated(PROBLEM, *format);
        for fact in ["Out of credit", "403", "/msgs/7", "30 of 50", "https://a.example/credit", "balance"] {
            assert!(text.contains(fact), "{format} without {fact}: {text}");
        }
    }
    let back = parse(&translated(PROBLEM, Format::Envelope)).unwrap();
    let read = parse(PROBLEM).unwrap();
    assert_eq!(
        (back.summary.clone(), back.instance.clone(), back.facts.status),
        (read.summary.clone(), read.instance.clone(), Some(403))
    );
}

#[test]
fn a_fact_and_a_value_of_the_same_name_are_separate() {
    let text = r#"{"ok":false,"error":{"code":"X","message":"m","severity":"critical","context":{"severity":"mild","unit":"g"}}}"#;
    assert_eq!(
        translated(text, Format::Nested),
        r#"{"error":{"code":"X","message":"m","details":{"severity":"mild","unit":"g","facts":{"severity":"critical"}}}}"#
    );
}

#[test]
fn translation_adds_no_facts() {
    assert_eq!(
        translated("[error:X] m", Format::Envelope),
        r#"{"ok":false,"data":null,"error":{"code":"X","message":"m"},"warnings":[],"meta":{"duration_ms":0,"schema_version":"1.0"}}"#
    );
    assert_eq!(translated("[error:X] m", Format::Problem), r#"{"type":"about:blank","detail":"m","code":"X"}"#);
    assert_eq!(translated("[error:X] m", Format::Flat), r#"{"error":true,"code":"X","message":"m"}"#);
    assert_eq!(translated("[error:X] m", Format::Xml), "<tool_error code=\"X\">\n<message>m</message>\n</tool_error>");
    assert_eq!(translated("[error:X] m", Format::Nested), r#"{"error":{"code":"X","message":"m"}}"#);
    let stated = r#"{"error":true,"code":"X","message":"m","retryable":false}"#;
    for (format, fact) in [(Format::Xml, "<retryable>false</retryable>"), (Format::Tagged, "\n\nretryable: false")] {
        assert!(translated(stated, format).contains(fact), "{format}");
    }
}

#[test]
fn an_error_without_a_code_uses_its_status() {
    let text = r#"{"title":"Not Found","status":404}"#;
    assert_eq!(translated(text, Format::Tagged).lines().next(), Some("[error:HTTP_404] Not Found"));
    assert!(translated(text, Format::Envelope).contains(r#""code":"HTTP_404""#));
    assert_eq!(
        translated(text, Format::Problem),
        r#"{"type":"about:blank","title":"Not Found","status":404,"detail":"Not Found"}"#
    );
    // A code that consists of control characters counts as empty.
    let mut record = ErrorRecord::new("\u{1}\u{7f}", "m");
    record.facts.status = Some(404);
    assert_eq!(render(&record, Format::Tagged).lines().next(), Some("[error:HTTP_404] m"));
    assert!(render(&record, Format::Envelope).contains(r#""code":"HTTP_404""#));
    // Without a status, there's nothing to use in place of the code.
    assert_eq!(translated("error: m", Format::Tagged).lines().next(), Some("[error:] m"));
}

/// Checks the last column of the table in the guide to formats.
#[test]
fn the_guide_lists_what_each_format_omits() {
    let guide = include_str!("../../runtime/src/guide/formats.md");
    for format in Format::ALL {
        let row = guide.lines().find(|line| line.starts_with(&format!("| `{format:?}` | ")));
        let row = row.unwrap_or_else(|| panic!("the guide has no row for {format}"));
        let column = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
        assert_eq!(column, format.omitted_members(), "{format}");
    }
}

#[test]
fn every_fact_of_an_envelope_is_in_the_table() {
    for fact in EnvelopeMember::WORDS {
        assert!(fact.parse::<EnvelopeMember>().is_ok());
    }
    let record = serde_json::to_value(crate::records::full()).unwrap();
    for name in record.as_object().unwrap().keys() {
        let elsewhere = ["causes", "exit_code"].contains(&name.as_str());
        assert!(elsewhere || name.parse::<EnvelopeMember>().is_ok(), "{name}");
    }
}
