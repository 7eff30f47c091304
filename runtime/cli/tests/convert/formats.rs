//! From every format to every other.

use crate::{converts, full, refuses};
use agent_error::{ErrorRecord, FieldError, Format, render};
use serde_json::{Value, json};

/// The output of `convert` for a text: the format's own text and a line break, which `Human` already has.
fn expected(record: &ErrorRecord, to: Format) -> String {
    let text = render(record, to);
    if to == Format::Human { text } else { text + "\n" }
}

#[test]
fn every_pair_of_formats_converts_as_the_library_does() {
    let invalid = ErrorRecord::new("VALIDATION_ERROR", "invalid input for `a`")
        .with_context("action", "a")
        .with_field_error(FieldError::new("email", "Invalid.").sent("x@"));
    for record in [full(), invalid, ErrorRecord::new("X", "m"), ErrorRecord::new("", "")] {
        for from in Format::ALL {
            let text = render(&record, *from);
            let read = from.parse(&text).unwrap();
            for to in Format::ALL {
                let insisted = converts(&["--from", from.as_str(), "--to", to.as_str()], format!("{text}\n"));
                assert_eq!(insisted, expected(&read, *to), "{from} to {to}");
            }
        }
    }
}

#[test]
fn the_format_is_detected() {
    for from in Format::ALL {
        let text = render(&full(), *from);
        let read = from.parse(&text).unwrap();
        assert_eq!(converts(&["--to", "json"], text + "\n"), expected(&read, Format::Envelope), "{from}");
    }
}

#[test]
fn a_way_through_the_same_format_changes_nothing() {
    for format in Format::ALL {
        let first = converts(&["--to", format.as_str()], render(&full(), *format) + "\n");
        assert_eq!(converts(&["--to", format.as_str()], &first), first, "{format}");
    }
}

#[test]
fn formats_have_their_other_names() {
    let text = "[error:X] m";
    for (word, name) in [("json", "envelope"), ("human", "text")] {
        assert_eq!(converts(&["--to", name], text), converts(&["--to", word], text));
    }
    assert_eq!(converts(&["--from", "text", "--to=tagged"], "error[X]: m"), "[error:X] m\n");
}

#[test]
fn json_is_indented_on_demand() {
    for to in [Format::Envelope, Format::Nested, Format::Flat, Format::Problem] {
        let text = converts(&["--pretty", "--to", to.as_str()], render(&full(), Format::Envelope));
        assert!(text.starts_with("{\n  \"") && text.ends_with("\n}\n"), "{text}");
        let plain = converts(&["--to", to.as_str()], render(&full(), Format::Envelope));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), serde_json::from_str::<Value>(&plain).unwrap());
    }
    assert_eq!(converts(&["--pretty", "--to", "tagged"], "[error:X] m"), "[error:X] m\n");
}

#[test]
fn a_format_that_is_insisted_on_is_not_detected() {
    let error = refuses(&["--from", "flat", "--to", "json"], render(&full(), Format::Nested), 65);
    assert_eq!(error["code"], "ERROR_TEXT_MALFORMED");
    assert_eq!(error["context"]["format"], "flat");
}

#[test]
fn what_breaks_off_is_refused_with_the_position() {
    let error = refuses(&["--to", "xml"], "{\"error\":\n {\"code\": 5}}", 65);
    assert_eq!(error["code"], "ERROR_TEXT_MALFORMED");
    let place = json!({"format": "nested", "line": 2, "column": 11, "reason": error["context"]["reason"]});
    assert_eq!(error["context"], place);
    assert_eq!(error["phase"], "validation");
    let error = refuses(&["--to", "json"], "\n<tool_error code='X'>", 65);
    assert_eq!((&error["context"]["line"], &error["context"]["column"]), (&json!(2), &json!(22)));
}

#[test]
fn what_is_in_no_format_is_refused_with_its_beginning() {
    let error = refuses(&["--to", "xml"], "Segmentation fault\n", 65);
    assert_eq!(error["code"], "ERROR_FORMAT_UNKNOWN");
    assert_eq!(error["context"], json!({"excerpt": "Segmentation fault"}));
}
