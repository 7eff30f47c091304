#[agent_error::main(output_flags = "none")]
fn main() {}
