#[agent_error::main(crate = agent_error, name = "x")]
fn main() {}
