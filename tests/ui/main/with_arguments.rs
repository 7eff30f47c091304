#[agent_error::main]
fn main(arguments: Vec<String>) {}
