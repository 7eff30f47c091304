#[agent_error::main(flavor = "x")]
fn main() {}
