//! Renders any record with any cap. Every format must be well-formed, and parsing it must give a stable record.

#![no_main]

use agent_error::{Format, Renderer};
use agent_error_fuzz::{invariants::check_form, record};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut input = Unstructured::new(bytes);
    let Ok(cap) = input.int_in_range(0..=64) else { return };
    let Ok(record) = record(&mut input) else { return };
    for format in Format::ALL {
        let text = Renderer::new(*format).cap(cap).render(&record);
        check_form(*format, &text);
        let read = format.parse(&text).unwrap_or_else(|error| panic!("{format} does not read {text:?}: {error}"));
        assert_eq!(agent_error::parse(&text).map(|detected| detected.message.clone()).as_ref(), Ok(&read.message));
        // Truncation must not forge actions or invalid fields.
        assert!(read.actions.len() <= record.actions.len(), "{format}: {text:?}");
        assert!(read.field_errors().len() <= record.field_errors().len(), "{format}: {text:?}");
    }
});
