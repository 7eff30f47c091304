#![allow(dead_code, non_upper_case_globals, reason = "names that bindings of the expansion could match")]
const index: u8 = 0;
const visit: u8 = 0;
const out: u8 = 0;
const part: u8 = 0;
const page: u8 = 0;
const inner: u8 = 0;

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
