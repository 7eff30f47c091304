//! `#[agent_error::main]` above the runtime's attribute.

use agent_error::ErrorRecord;

#[agent_error::main]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ErrorRecord> {
    tokio::task::yield_now().await;
    Err(ErrorRecord::new("ASYNC", "from an async main").with_exit_code(77))
}
