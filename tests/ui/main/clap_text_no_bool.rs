#[agent_error::main(clap_text = "yes")]
fn main() {}
