#[agent_error::main(handle_signals = "SIGINT")]
fn main() {}
