#[agent_error::main(flavor = "x")]
async fn main() {}
