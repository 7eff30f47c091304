#![allow(unused_macros)]
#[rustfmt::skip]
#[macro_use]
mod shadow {
    macro_rules! format_args { () => {}; }
    macro_rules! concat { () => {}; }
    macro_rules! line { () => {}; }
    macro_rules! file { () => {}; }
    macro_rules! module_path { () => {}; }
}
include!("../../support/rich.rs");
fn main() {
    check_rich();
}
