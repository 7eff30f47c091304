#[agent_error::main(crate = 5)]
fn main() {}
