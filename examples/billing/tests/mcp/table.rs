//! Every error, as the table says that clients of all SDKs meet it.

use crate::mcp_table::{run, sessions};

const BILLING: &str = env!("CARGO_BIN_EXE_billing");

#[tokio::test]
async fn every_answer_is_as_the_table_says() {
    for session in sessions("billing") {
        for discovers in [false, true] {
            run(BILLING, &session, discovers).await;
        }
    }
}
