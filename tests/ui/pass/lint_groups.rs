#![deny(future_incompatible, let_underscore, nonstandard_style, rust_2018_idioms, rust_2021_compatibility)]
#![deny(rust_2024_compatibility, unreachable_pub, single_use_lifetimes, unused_qualifications, unused_results)]
#![allow(unused_qualifications, unreachable_pub, reason = "the included file writes paths in full")]

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
