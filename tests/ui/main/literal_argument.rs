#[agent_error::main("quiet")]
fn main() {}
