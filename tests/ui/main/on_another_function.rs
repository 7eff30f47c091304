#[agent_error::main]
fn start() {}
