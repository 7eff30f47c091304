//! A client that knows nothing about orders and corrects its calls by means of the errors.

use crate::client::{Answer, call, get, order};
use crate::server::Server;
use agent_error::AgentError as _;
use serde_json::{Value, json};

/// After "not found", calls the listed action and finds an existing order.
#[test]
fn not_found_leads_to_an_order_through_its_action() {
    let server = Server::start(&[]);
    let missing = get(&server, "/orders/77").record();
    assert!(!missing.is_retryable());
    let actions = missing.value("server_actions").unwrap();
    let (method, path) = actions[0].as_str().unwrap().split_once(' ').unwrap();
    let listed = call(&server, method, path, &[], "").json();
    let id = listed[0]["id"].as_u64().unwrap();
    assert_eq!(get(&server, &format!("/orders/{id}")).json()["id"], id);
}

/// After a validation error, takes the first valid option and a number from the message.
#[test]
fn field_errors_lead_to_a_valid_order() {
    let server = Server::start(&[]);
    let refused = order(&server, r#"{"item":"hammer","quantity":1}"#);
    let record = refused.record();
    let field = serde_json::to_value(record.field_errors()[0]).unwrap();
    let mut body = json!({"quantity": 1});
    body[record.field_errors()[0].field()] = field["options"][0].clone();
    let accepted: Answer = order(&server, &body.to_string());
    assert_eq!((accepted.status.as_u16(), &accepted.json()["item"]), (201, &Value::from("anvil")));
}
