#[tokio::main(flavor = "current_thread")]
#[agent_error::main]
async fn main() -> Result<(), agent_error::ErrorRecord> {
    Ok(())
}
