#![no_implicit_prelude]

::std::include!("../../support/rich.rs");

fn main() {
    check_rich();
}
