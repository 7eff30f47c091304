#[agent_error::main(human)]
fn main() {}
