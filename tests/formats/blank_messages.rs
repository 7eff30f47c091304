//! Messages that show nothing, and messages of several lines.

use agent_error::{AgentError, ErrorRecord, Format, render};
use std::fmt;

/// The index is out of date.
#[derive(Debug, AgentError)]
#[agent_error(unregistered)]
#[code("INDEX_STALE")]
struct Summarized(&'static str);

#[derive(Debug, AgentError)]
#[agent_error(unregistered)]
#[code("INDEX_LOST")]
struct Unsummarized(&'static str);

impl fmt::Display for Summarized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for Unsummarized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Summarized {}
impl std::error::Error for Unsummarized {}

/// Messages that show nothing.
const BLANK: [&str; 6] = ["", " ", "\n\n", "\t \n", "\u{1b}[31m\u{1b}[0m", "\u{7}"];

#[test]
fn every_format_shows_the_summary_instead_of_a_blank_message() {
    for format in crate::PARSED {
        for message in BLANK {
            let read = format.parse(&render(&Summarized(message), *format)).unwrap();
            assert_eq!(read.message, "The index is out of date.", "{format} {message:?}");
        }
        let read = format.parse(&render(&Summarized(" a\tb"), *format)).unwrap();
        assert_eq!(read.message.trim(), "a\tb", "{format}");
    }
}

#[test]
fn without_a_summary_it_is_the_code() {
    for format in crate::PARSED {
        for message in BLANK {
            let text = render(&Unsummarized(message), *format);
            assert_eq!(format.parse(&text).unwrap().message, "INDEX_LOST", "{format} {message:?}");
        }
    }
}

#[test]
fn a_record_without_message_and_code_is_an_unknown_error() {
    for format in crate::PARSED {
        let read = format.parse(&render(&ErrorRecord::new("", ""), *format)).unwrap();
        let expected =
            if matches!(format, Format::Nested | Format::Xml | Format::Tagged) { "" } else { "unknown error" };
        assert_eq!(read.message, expected, "{format}");
        let record = ErrorRecord::new("", "").with_summary("No answer.");
        assert_eq!(format.parse(&render(&record, *format)).unwrap().message, "No answer.", "{format}");
    }
}

#[test]
fn flat_and_tagged_have_messages_of_one_line() {
    let message = "cannot read:\n\n  a\u{2028}b\n";
    for format in [Format::Flat, Format::Tagged] {
        let read = format.parse(&render(&Unsummarized(message), format)).unwrap();
        assert_eq!(read.message, "cannot read:   a b", "{format}");
    }
    for format in [Format::Envelope, Format::Nested, Format::Problem, Format::Xml] {
        let read = format.parse(&render(&Unsummarized(message), format)).unwrap();
        assert_eq!(read.message, message, "{format}");
    }
}
