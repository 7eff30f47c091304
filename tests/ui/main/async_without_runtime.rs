#[agent_error::main]
async fn main() {}
