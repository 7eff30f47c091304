//! The errors of the gRPC API.

use crate::Server;
use crate::v1::{Order, UpdateOrderRequest};
use agent_error::{AgentError as _, ErrorRecord, FieldError, exit};
use agent_error_tonic::record;
use serde_json::json;
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

async fn update(server: &Server, id: &str, item: &str, quantity: u64) -> Result<Order, Status> {
    call(server, "UpdateOrder", id, item, quantity).await
}

/// Checks what all errors of the API have in common. Returns the parsed error.
#[track_caller]
fn check(status: &Status, code: Code, reason: &str) -> ErrorRecord {
    assert_eq!(status.code(), code, "{status:?}");
    let info = status.get_details_error_info().unwrap();
    assert_eq!((info.reason.as_str(), info.domain.as_str()), (reason, "orders.example.com"));
    let record = record(status);
    assert_eq!(record.docs_url.as_deref(), Some(&*format!("https://orders.example.com/errors/{reason}")));
    assert!(record.code() == reason && record.suggestion.is_some(), "{record:?}");
    record
}

#[tokio::test]
async fn errors_are_statuses_with_details() {
    let server = Server::start(&[]);
    let status = update(&server, "77", "anvil", 1).await.unwrap_err();
    let record = check(&status, Code::NotFound, "ORDER_NOT_FOUND");
    // The only action of the code is a request of the HTTP API.
    assert_eq!(record.value("server_actions"), None);
    assert_eq!((record.exit_code(), record.value("id")), (exit::NOT_FOUND, Some(json!("77"))));
    assert_eq!(status.get_details_resource_info().unwrap().resource_name, "/orders/77");

    // The code declares its own gRPC status, but the exit code still means a conflict.
    let status = update(&server, "2", "anvil", 1).await.unwrap_err();
    let record = check(&status, Code::FailedPrecondition, "ORDER_NOT_CHANGEABLE");
    assert_eq!((record.exit_code(), record.fix_required.as_deref()), (exit::CONFLICT, Some("The order is open")));

    let status = update(&server, "1", "hammer", 0).await.unwrap_err();
    let record = check(&status, Code::InvalidArgument, "ORDER_INVALID");
    let fields: Vec<String> = record.field_errors().into_iter().map(FieldError::text).collect();
    let item = "Unknown item. You sent: 'hammer'. Valid options: 'anvil', 'bucket', 'chisel'.";
    assert_eq!(fields, [item, "Invalid quantity. You sent: 0. An integer from 1 to 100."]);
}

#[tokio::test]
async fn an_error_of_tonic_itself_has_details() {
    let server = Server::start(&[]);
    let status = call(&server, "DropOrder", "1", "", 0).await.unwrap_err();
    let info = status.get_details_error_info().unwrap();
    assert_eq!((status.code(), info.domain.as_str()), (Code::Unimplemented, "orders.example.com"));
    assert_eq!((record(&status).code(), record(&status).exit_code()), ("GRPC_UNIMPLEMENTED", exit::ARG_ERROR));
}

#[tokio::test]
async fn a_retry_after_the_wait_succeeds() {
    let server = Server::start(&["--opens-in-s", "3"]);
    let record = check(&update(&server, "1", "anvil", 1).await.unwrap_err(), Code::Unavailable, "SHOP_CLOSED");
    assert!(record.is_retryable());
    tokio::time::sleep(record.retry_after.unwrap()).await;
    assert_eq!(update(&server, "1", "anvil", 7).await.unwrap().quantity, 7);
}
