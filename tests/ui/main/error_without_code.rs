#[agent_error::main]
fn main() -> Result<(), std::io::Error> {
    std::fs::read("config.toml")?;
    Ok(())
}
