//! How many random cases a property is checked with.

use proptest::prelude::ProptestConfig;
use std::env;

/// Returns a configuration with this number of cases, or the number in `PROPTEST_CASES`.
pub(crate) fn cases(number: u32) -> ProptestConfig {
    let requested = env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: requested.unwrap_or(number),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
