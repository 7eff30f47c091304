use agent_error::Report;
use std::fs;

#[agent_error::main(panic_exti = 1)]
fn main() -> Result<(), Report> {
    fs::remove_file("a")?;
    Ok(())
}
