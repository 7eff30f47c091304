#[agent_error::main]
fn main() -> u8 {
    5
}
