#[agent_error::main(agent_format = Nested, panic_exit = agent_error::exit::GENERAL_ERROR, traced = true, crate = agent_error)]
fn main() {}
