#[agent_error::main]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), agent_error::ErrorRecord> {
    Ok(())
}
