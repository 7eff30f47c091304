//! The program uses the names of the standard library and of our crates for its own items.
#![allow(dead_code, unused_macros, non_camel_case_types, non_upper_case_globals)]

#[rustfmt::skip]
#[macro_use]
mod macros {
    macro_rules! format_args { () => {}; }
    macro_rules! concat { () => {}; }
    macro_rules! line { () => {}; }
    macro_rules! file { () => {}; }
    macro_rules! module_path { () => {}; }
}

mod primitives {
    pub type usize = ();
    pub type u32 = ();
    pub type bool = ();
}
#[allow(unused_imports)]
use primitives::*;

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod linkme {}
mod agent_error {}

trait Display {}
trait Debug {}
trait Error {}
trait Serialize {}
trait AgentError {}
trait Declares {}
trait FnMut {}

struct Option;
struct Result;
struct String;
struct Vec;
struct Box;
struct Arc;

struct Some;
struct None;
struct Ok;
struct Err;

// Patterns in the expansion could match these constants.
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
