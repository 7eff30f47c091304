#[agent_error::main(errors_on_stderr = 1)]
fn main() {}
