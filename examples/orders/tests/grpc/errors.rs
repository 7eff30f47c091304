//! Tests every error of the gRPC API, both as a status and after parsing the status.

use crate::client::{Server, call};
use crate::v1::{
    CancelOrderRequest, CreateOrderRequest, GetOrderRequest, GetRevenueRequest, ListOrdersRequest, Order, Revenue,
};
use agent_error::{AgentError as _, ErrorRecord, FieldError, Severity, exit};
use agent_error_tonic::record;
use serde_json::json;
use std::time::Duration;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Checks what all errors of the API have in common. Returns the parsed error.
#[track_caller]
fn check(status: &Status, code: Code, reason: &str) -> ErrorRecord {
    assert_eq!(status.code(), code, "{status:?}");
    let info = status.get_details_error_info().unwrap();
    assert_eq!((info.reason.as_str(), info.domain.as_str()), (reason, "orders.example.com"));
    let record = record(status);
    let page = format!("https://orders.example.com/errors/{reason}");
    assert_eq!((record.code(), record.docs_url.as_deref()), (reason, Some(page.as_str())));
    assert!(record.suggestion.is_some(), "{record:?}");
    record
}

async fn get(server: &Server, id: &str) -> Result<Order, Status> {
    call(server, "GetOrder", GetOrderRequest { id: id.to_owned() }).await
}

#[tokio::test]
async fn successful_calls() {
    let server = Server::start(&[]);
    let order: Order =
        call(&server, "CreateOrder", CreateOrderRequest { item: "anvil".to_owned(), quantity: 3 }).await.unwrap();
    assert_eq!((order.id, order.state.as_str()), (3, "open"));
    assert_eq!(get(&server, "3").await.unwrap(), order);
    let cancelled: Order = call(&server, "CancelOrder", CancelOrderRequest { id: "3".to_owned() }).await.unwrap();
    assert_eq!(cancelled.state, "cancelled");
}

#[tokio::test]
async fn an_unknown_order() {
    let server = Server::start(&[]);
    let status = get(&server, "77").await.unwrap_err();
    let record = check(&status, Code::NotFound, "ORDER_NOT_FOUND");
    assert_eq!(record.value("id"), Some(json!("77")));
    assert_eq!(record.value("server_actions"), Some(json!(["GET /orders"])));
    assert_eq!((record.exit_code(), record.instance.as_deref()), (exit::NOT_FOUND, Some("/orders/77")));
    assert_eq!(status.get_details_resource_info().unwrap().resource_name, "/orders/77");
}

#[tokio::test]
async fn an_order_that_cannot_be_cancelled() {
    let server = Server::start(&[]);
    let called = call::<_, Order>(&server, "CancelOrder", CancelOrderRequest { id: "2".to_owned() }).await;
    let status = called.unwrap_err();
    // The code declares its own gRPC status, but the exit code still means a conflict.
    let record = check(&status, Code::FailedPrecondition, "ORDER_NOT_CANCELLABLE");
    assert_eq!((record.exit_code(), record.value("state")), (exit::CONFLICT, Some(json!("shipped"))));
    assert_eq!(record.fix_required.as_deref(), Some("The order is open"));
}

#[tokio::test]
async fn all_invalid_fields_at_once() {
    let server = Server::start(&[]);
    let request = CreateOrderRequest { item: "hammer".to_owned(), quantity: 0 };
    let status = call::<_, Order>(&server, "CreateOrder", request).await.unwrap_err();
    let record = check(&status, Code::InvalidArgument, "ORDER_INVALID");
    let fields: Vec<(&str, String)> = record.field_errors().iter().map(|error| (error.field(), error.text())).collect();
    let item = "Unknown item. You sent: 'hammer'. Valid options: 'anvil', 'bucket', 'chisel'.";
    let quantity = "Invalid quantity. You sent: 0. An integer from 1 to 100.";
    assert_eq!(fields, [("item", item.to_owned()), ("quantity", quantity.to_owned())]);
    assert_eq!(*record.field_errors()[0], FieldError::new("item", item));
}

#[tokio::test]
async fn too_many_calls() {
    let server = Server::start(&["--rate-limit", "1"]);
    get(&server, "1").await.unwrap();
    let status = get(&server, "1").await.unwrap_err();
    let record = check(&status, Code::ResourceExhausted, "RATE_LIMITED");
    let wait = record.retry_after.unwrap();
    assert!(wait > Duration::from_secs(50) && wait <= Duration::from_secs(60), "{wait:?}");
    assert!(record.is_retryable());
}

#[tokio::test]
async fn a_server_failure_is_only_logged() {
    let server = Server::start(&["--ledger", "/no/such/ledger"]);
    let status = call::<_, Revenue>(&server, "GetRevenue", GetRevenueRequest {}).await.unwrap_err();
    let record = check(&status, Code::Internal, "LEDGER_UNREADABLE");
    assert_eq!(record.facts.severity, Some(Severity::Critical));
    assert!(!format!("{record:?}").contains("os error"));
    let log = server.log();
    assert!(log.contains(r#"code="LEDGER_UNREADABLE""#) && log.contains("os error 2"), "{log}");
}

#[tokio::test]
async fn an_unknown_method_has_details() {
    let server = Server::start(&[]);
    let status = call::<_, Order>(&server, "DropOrders", ListOrdersRequest {}).await.unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
    assert_eq!(status.get_details_error_info().unwrap().domain, "orders.example.com");
    assert_eq!((record(&status).code(), record(&status).exit_code()), ("GRPC_UNIMPLEMENTED", exit::ARG_ERROR));
}

#[tokio::test]
async fn a_long_value_is_dropped_and_the_rest_is_kept() {
    let server = Server::start(&[]);
    let status = get(&server, &"9".repeat(100_000)).await.unwrap_err();
    let record = check(&status, Code::NotFound, "ORDER_NOT_FOUND");
    assert_eq!(record.value("id"), None);
    assert!(record.message.starts_with("no order `999"), "{}", record.message);
}
