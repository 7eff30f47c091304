#[agent_error::main(agent_format = Nestd)]
fn main() {}
