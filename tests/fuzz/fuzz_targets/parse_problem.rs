//! Parses any string as `Problem`.

#![no_main]

use agent_error::Format;
use agent_error_fuzz::invariants::check_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = check_text(text, Some(Format::Problem));
});
