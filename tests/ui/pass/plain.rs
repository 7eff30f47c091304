#![deny(missing_docs, unused, warnings)]
#![forbid(unsafe_code)]
//! Under the strictest lints of rustc.

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
