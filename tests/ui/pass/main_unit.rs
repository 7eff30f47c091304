#![no_implicit_prelude]

/// Runs.
#[::agent_error::main]
fn main() {}
