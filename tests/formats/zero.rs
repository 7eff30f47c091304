//! Tests that zero is a value: a wait of zero isn't the same as no wait.

use crate::{PARSED, read};
use agent_error::{ErrorRecord, Format, render};
use agent_error_formats::{FLAT, NESTED, TAGGED};
use std::time::Duration;

fn at_once() -> ErrorRecord {
    ErrorRecord::new("LINE_BUSY", "the line is busy").with_retry_after(Duration::ZERO)
}

#[test]
fn a_wait_of_zero_is_written() {
    for format in PARSED {
        let text = render(&at_once(), *format);
        // These formats have neither a delay nor a member for retryable errors.
        if [NESTED, TAGGED].contains(format) {
            continue;
        }
        let record = read(format, &text).unwrap();
        assert!(record.is_retryable(), "{format:?}: {text}");
        if *format != FLAT {
            assert_eq!(
                record.retry_after(),
                Some(Duration::ZERO),
                "{format:?}: {text}"
            );
        }
    }
}

#[test]
fn people_see_a_wait_of_zero() {
    let text = render(&at_once(), Format::HUMAN);
    assert!(
        text.contains("retry: the same call may succeed later; wait 0s"),
        "{text}"
    );
}

#[test]
fn no_wait_differs_from_a_wait_of_zero() {
    let record = ErrorRecord::new("LINE_BUSY", "the line is busy").with_retryable(true);
    for format in PARSED {
        if ![NESTED, TAGGED].contains(format) {
            let read = read(format, &render(&record, *format)).unwrap();
            assert_eq!(read.retry_after(), None, "{format:?}");
        }
    }
    assert!(!render(&record, Format::HUMAN).contains("wait"));
}
