//! Parses any string in each format, and in the detected one.

#![no_main]

use agent_error::Format;
use agent_error_fuzz::invariants::check_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for format in Format::ALL.iter().copied().map(Some).chain([None]) {
        let _ = check_text(text, format);
    }
});
