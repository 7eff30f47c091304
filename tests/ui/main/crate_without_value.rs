#[agent_error::main(crate)]
fn main() {}
