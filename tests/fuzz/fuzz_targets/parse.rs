//! Parses any string in each format, and in the detected one. Each record must survive all formats.

#![no_main]

#[path = "../../formats/invariants.rs"]
mod invariants;

#[path = "../../support/read.rs"]
mod read;

use agent_error_formats::ALL;
use read::{parse, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for format in ALL.iter().copied().map(Some).chain([None]) {
        let _ = invariants::check_text(text, format);
    }
});
