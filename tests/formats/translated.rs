//! Tests of translating errors between formats. No fact is added, and a format omits what it has no place for.

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
fn a_format_omits_what_it_has_no_place_for() {
    assert_eq!(translated(MISSING_FLAGS, Format::Tagged), "[error:MISSING_REQUIRED_FLAGS] missing required flags");
    assert_eq!(translated(TAGGED, Format::Nested), r#"{"error":{"code":"EXIT_NONZERO","message":"exit 2"}}"#);
    assert_eq!(
        translated(PROBLEM, Format::Nested),
        r#"{"error":{"code":"HTTP_403","message":"30 of 50","details":{"balance":30}}}"#
    );
}

#[test]
fn a_body_stays_a_body() {
    for format in [Format::Brief, Format::Tagged] {
        assert_eq!(parse(&translated(TAGGED, format)).unwrap().body.as_deref(), Some("line 1\nline 2"), "{format}");
    }
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
    assert!(translated(stated, Format::Xml).contains("<retryable>false</retryable>"));
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
    assert_eq!(render(&ErrorRecord::new("", "m"), Format::Tagged), "[error:] m");
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
