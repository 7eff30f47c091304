//! Tests of calls of tools that don't exist, with both settings of `Server::unknown_tools`.

use crate::client::{Client, connect, enveloped, failure, try_call};
use agent_error::format::Reader;
use agent_error::{Catalog, ErrorRecord};
use agent_error_mcp::{Server, UnknownTools};
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, ErrorData};
use rmcp::service::ServiceError;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

#[derive(Clone)]
struct Users;

#[tool_router]
#[allow(clippy::unused_self, reason = "rmcp calls tools on their server")]
impl Users {
    #[tool(name = "user_list", description = "Lists the users")]
    fn list(&self) {}

    #[tool(name = "user_get", description = "Returns a user")]
    fn get(&self) {}

    #[tool(name = "invoice_pay", description = "Pays an invoice")]
    fn pay(&self) {}
}

#[tool_handler]
impl ServerHandler for Users {}

async fn protocol_error(client: &Client, tool: &str) -> ErrorData {
    match try_call(client, tool, Value::Null).await {
        Err(ServiceError::McpError(error)) => error,
        other => panic!("{tool}: {other:?}"),
    }
}

async fn default_error(tool: &str) -> ErrorData {
    protocol_error(&connect(Server::new(Users)).await, tool).await
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error_by_default() {
    let error = default_error("user_lsit").await;
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(
        error.message,
        r#"Tool "user_lsit" does not exist; similar: user_list, user_get"#
    );
    let data = error.data.unwrap();
    assert_eq!(data["code"], "UNKNOWN_TOOL");
    assert_eq!(data["context"]["tool"], "user_lsit");
    assert_eq!(
        data["actions"],
        json!(["user_list", "user_get", "invoice_pay"])
    );
    assert_eq!(data.get("message"), None);
}

#[tokio::test]
async fn the_message_lists_the_tools_if_none_is_similar() {
    assert_eq!(
        default_error("zebra").await.message,
        r#"Tool "zebra" does not exist; available: invoice_pay, user_get, user_list"#
    );
    let explaining = Server::new(Users).catalog(Catalog::complete().unwrap());
    let client = connect(explaining).await;
    assert_eq!(
        protocol_error(&client, "error_explain").await.message,
        r#"Tool "error_explain" does not exist; similar: errors_explain"#
    );
}

#[tokio::test]
async fn the_message_is_one_line_without_secrets() {
    let called = "user\nlist\u{2028}\r\u{1b}[31m\tpassword=hunter2";
    let error = default_error(called).await;
    let expected = r#"Tool "user list  password=[REDACTED]" does not exist; "#;
    assert!(error.message.starts_with(expected), "{}", error.message);
    assert!(!json!(error).to_string().contains("hunter2"), "{error:?}");
}

#[tokio::test]
async fn a_long_name_is_truncated_and_the_tools_are_still_listed() {
    let client = connect(Server::new(Users).max_bytes(4096)).await;
    let error = protocol_error(&client, &"users".repeat(100_000)).await;
    assert!(error.message.len() < 1000, "{}", error.message.len());
    assert!(
        error
            .message
            .ends_with("available: invoice_pay, user_get, user_list")
    );
    assert!(json!(error).to_string().len() <= 4096);
}

#[tokio::test]
async fn the_data_is_a_record_once_it_has_the_message() {
    let error = default_error("user_lsit").await;
    let mut data = error.data.unwrap();
    data["message"] = json!(error.message);
    let envelope = json!({"ok": false, "error": data}).to_string();
    let record = Reader::ENVELOPE.read(&envelope).unwrap();
    assert_eq!(record.code(), "UNKNOWN_TOOL");
    assert_eq!(record.message(), error.message);
    assert_eq!(
        record.suggestion(),
        Some("Call one of the available tools instead")
    );
}

#[tokio::test]
async fn an_unknown_tool_is_a_result_on_request() {
    let server = enveloped(Users).unknown_tools(UnknownTools::Result);
    let error = failure(&connect(server).await, "user_lsit", Value::Null).await;
    assert_eq!(error.code(), "UNKNOWN_TOOL");
    assert_eq!(error.message(), r#"Tool "user_lsit" does not exist."#);
    assert_eq!(error.actions(), ["user_list", "user_get", "invoice_pay"]);
}

#[tokio::test]
async fn observers_see_the_same_error_with_both_settings() {
    let seen: Arc<Mutex<Vec<(String, ErrorRecord)>>> = Arc::default();
    for setting in [UnknownTools::Protocol, UnknownTools::Result] {
        let log = Arc::clone(&seen);
        let server = Server::new(Users)
            .unknown_tools(setting)
            .observe(move |call, error| {
                log.lock().unwrap().push((call.to_owned(), error.clone()));
            });
        let _ = try_call(&connect(server).await, "user_lsit", Value::Null).await;
    }
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].0, "user_lsit");
    assert_eq!(seen[0].1.code(), "UNKNOWN_TOOL");
    assert_eq!(seen[0], seen[1]);
}

/// An outer server, such as a gateway, must not take the inner server's error for its own.
#[tokio::test]
async fn an_outer_server_forwards_and_observes_the_error_of_an_inner_server() {
    let seen: Arc<Mutex<Vec<ErrorRecord>>> = Arc::default();
    let log = Arc::clone(&seen);
    let inner = Server::new(Users);
    let outer = Server::new(inner).observe(move |_, error| {
        log.lock().unwrap().push(error.clone());
    });
    let error = protocol_error(&connect(outer).await, "user_lsit").await;
    assert_eq!(error, default_error("user_lsit").await);
    let seen = seen.lock().unwrap();
    assert_eq!(seen[0].code(), "UNKNOWN_TOOL");
    assert_eq!(seen[0].message(), error.message);
}

/// The handler may have a tool that it doesn't list, so its own message must not get lost.
#[tokio::test]
async fn the_data_has_the_message_of_the_handler() {
    let tool = crate::client::OneTool::new("user_list", json!({"type": "object"}), |_| {
        let text = ContentBlock::text("no such tool today");
        Ok(CallToolResult::error(vec![text]).into())
    });
    let client = connect(Server::new(tool)).await;
    let error = protocol_error(&client, "user_lits").await;
    assert_eq!(error.data.unwrap()["cause"], "no such tool today");
}
