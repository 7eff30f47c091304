//! The errors of the gRPC API.

use crate::Server;
use crate::v1::{Order, UpdateOrderRequest};
use agent_error::AgentError as _;
use agent_error_tonic::record;
use snapbox::{assert_data_eq, file};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};
use tonic_prost::ProstCodec;
use tonic_types::StatusExt;

async fn call(server: &Server, method: &str, id: &str, item: &str, quantity: u64) -> Result<Order, Status> {
    let channel = Channel::from_shared(server.grpc.clone()).unwrap().connect().await.unwrap();
    let mut client = Grpc::new(channel);
    client.ready().await.unwrap();
    let path: PathAndQuery = format!("/orders.v1.Orders/{method}").parse().unwrap();
    let message = UpdateOrderRequest { id: id.to_owned(), item: item.to_owned(), quantity };
    client.unary(Request::new(message), path, ProstCodec::default()).await.map(tonic::Response::into_inner)
}

#[tokio::test]
async fn every_error_is_a_status_with_details() {
    let server = Server::start(&[]);
    let mut shown = String::new();
    for (method, id, item, quantity) in [
        ("UpdateOrder", "77", "anvil", 1),
        // The code declares its own gRPC status.
        ("UpdateOrder", "2", "anvil", 1),
        ("UpdateOrder", "1", "hammer", 0),
        // The error of tonic itself.
        ("DropOrder", "1", "", 0),
    ] {
        let status = call(&server, method, id, item, quantity).await.unwrap_err();
        let _ = writeln!(shown, "{method} id={id} item={item} quantity={quantity}");
        let _ = writeln!(shown, "{:?}: {}", status.code(), status.message());
        let info = status.get_details_error_info().unwrap();
        let metadata = BTreeMap::from_iter(info.metadata);
        let _ = writeln!(shown, "ErrorInfo: {}, {}, {metadata:?}", info.reason, info.domain);
        for detail in status.get_error_details_vec().iter().skip(1) {
            let _ = writeln!(shown, "{detail:?}");
        }
        // This library also reads the advice, which is in a detail of its own.
        let _ = writeln!(shown, "{}\n", serde_json::to_string(&record(&status)).unwrap());
    }
    assert_data_eq!(shown, file!["../grpc.txt"].raw());
}

#[tokio::test]
async fn a_retry_after_the_wait_succeeds() {
    let server = Server::start(&["--opens-in-s", "3"]);
    let status = call(&server, "UpdateOrder", "1", "anvil", 1).await.unwrap_err();
    let record = record(&status);
    assert!(status.code() == Code::Unavailable && record.is_retryable(), "{status:?}");
    tokio::time::sleep(record.retry_after.unwrap()).await;
    assert_eq!(call(&server, "UpdateOrder", "1", "anvil", 7).await.unwrap().quantity, 7);
}
