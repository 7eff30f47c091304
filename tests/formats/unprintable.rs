//! Tests of errors whose `Display` fails, or ignores errors of its writer.

use agent_error::error::{Facts, Part};
use agent_error::{AgentError, ErrorRecord, Format, Renderer};
use std::error::Error;
use std::fmt;

/// Writes several pieces, ignores all write errors, and returns the given result.
#[derive(Clone, Copy, Debug)]
struct IgnoresWriteErrors(&'static [&'static str], fmt::Result);

impl fmt::Display for IgnoresWriteErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0 {
            let _ = f.write_str(piece);
        }
        self.1
    }
}

impl Error for IgnoresWriteErrors {}

/// An error in which every string is the same. It simulates an error of this program or a parsed one.
#[derive(Debug)]
struct Repeated {
    text: IgnoresWriteErrors,
    is_read: bool,
    part: Option<Part>,
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Error for Repeated {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.text)
    }
}

impl AgentError for Repeated {
    fn code(&self) -> &'static str {
        "VALIDATION_ERROR"
    }

    fn facts(&self) -> Facts {
        let facts = Facts { phase: Some(agent_error::vocabulary::Phase::Validation), ..Facts::default() };
        if self.is_read { Facts { exit_code: None, ..facts } } else { facts }
    }

    fn edit(&self, record: &mut ErrorRecord) {
        let text = || Some(ErrorRecord::of(&Repeated { part: None, ..*self }).message.clone());
        match self.part {
            Some(Part::Detail) => record.detail = text(),
            Some(Part::Suggestion) => record.suggestion = text(),
            Some(Part::FixRequired) => record.fix_required = text(),
            Some(Part::Body) => record.body = text(),
            _ => {}
        }
    }
}

#[test]
fn no_format_panics_or_loses_the_text_whatever_a_display_returns() {
    for text in [
        IgnoresWriteErrors(&["so far"], Err(fmt::Error)),
        IgnoresWriteErrors(&["so", " far", "\u{202e}"], Ok(())),
        IgnoresWriteErrors(&["\n", "so far"], Ok(())),
        IgnoresWriteErrors(&[], Err(fmt::Error)),
    ] {
        for is_read in [false, true] {
            for part in Part::ALL.iter().copied().map(Some).chain([None]) {
                let error = Repeated { text, is_read, part };
                for format in Format::ALL {
                    for cap in [0, 8, usize::MAX] {
                        let written = Renderer::new(*format).cap(cap).render(&error);
                        let is_whole = written.contains("so far") || written.contains("[unprintable]");
                        assert!(cap == 8 || cap == 0 || is_whole, "{format} of {error:?}: {written}");
                    }
                }
            }
        }
    }
}
