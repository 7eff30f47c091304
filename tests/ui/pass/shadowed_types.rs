#![allow(dead_code)]
struct Option;
struct Result;
struct String;
struct Vec;
struct Box;
struct Arc;

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
