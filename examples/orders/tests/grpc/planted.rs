//! Secrets in requests never appear in a status.

use crate::client::{Server, call};
use crate::v1::{CancelOrderRequest, CreateOrderRequest, GetOrderRequest, Order};
use tonic::Status;

const SECRETS: [&str; 2] = ["hunter2-Pa55", "sk-live-4f3e2d1c0b9a8f7e"];

/// Returns everything that a status transmits.
fn sent(status: &Status) -> String {
    let details = String::from_utf8_lossy(status.details());
    format!("{} {details} {:?}", status.message(), status.metadata())
}

#[tokio::test]
async fn secrets_in_requests_are_not_echoed() {
    let server = Server::start(&[]);
    for text in ["password=hunter2-Pa55", "Authorization: Bearer sk-live-4f3e2d1c0b9a8f7e"] {
        let text = text.to_owned();
        let statuses = [
            call::<_, Order>(&server, "GetOrder", GetOrderRequest { id: text.clone() }).await,
            call::<_, Order>(&server, "CancelOrder", CancelOrderRequest { id: text.clone() }).await,
            call::<_, Order>(&server, "CreateOrder", CreateOrderRequest { item: text, quantity: 1 }).await,
        ];
        for status in statuses.map(Result::unwrap_err) {
            let sent = sent(&status);
            assert!(SECRETS.iter().all(|secret| !sent.contains(secret)), "{sent}");
        }
    }
    let log = server.log();
    assert!(SECRETS.iter().all(|secret| !log.contains(secret)), "{log}");
}
