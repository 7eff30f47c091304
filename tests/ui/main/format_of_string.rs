#[agent_error::main(agent_format = "nested")]
fn main() {}
