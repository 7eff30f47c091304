#[agent_error::main(traced = 1)]
fn main() {}
