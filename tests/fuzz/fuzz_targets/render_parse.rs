//! Renders any record in every format and parses the result.

#![no_main]

use agent_error_fuzz::{invariants::check_record, record};
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(record) = record(&mut Unstructured::new(bytes)) {
        check_record(&record);
    }
});
