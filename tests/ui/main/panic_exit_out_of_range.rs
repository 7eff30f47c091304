#[agent_error::main(panic_exit = 0)]
fn main() {}
