#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod shadow {
    pub type usize = ();
    pub type u32 = ();
    pub type bool = ();
}
use shadow::*;

include!("../../support/rich.rs");
fn main() {
    check_rich();
}
