#[agent_error::main]
struct Main;
