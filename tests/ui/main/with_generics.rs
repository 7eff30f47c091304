#[agent_error::main]
fn main<T>() {}
