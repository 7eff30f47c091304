#[agent_error::main(panic_exit = 1, panic_exit = 2)]
fn main() {}
