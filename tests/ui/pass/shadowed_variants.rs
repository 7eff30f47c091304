#![allow(dead_code)]
struct Some;
struct None;
struct Ok;
struct Err;

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
