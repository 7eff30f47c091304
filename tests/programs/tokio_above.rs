//! `#[agent_error::main]` below the runtime's attribute.

use agent_error::ErrorRecord;

#[tokio::main(flavor = "current_thread")]
#[agent_error::main]
async fn main() -> Result<(), ErrorRecord> {
    tokio::task::yield_now().await;
    Err(ErrorRecord::new("ASYNC", "from an async main").with_exit_code(77))
}
