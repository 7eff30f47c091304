//! Tests of a server over streamable HTTP. rmcp's service creates a server for each session and each call.

use crate::tools::Notes;
use agent_error::{Format, parse};
use agent_error_mcp::Server;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};

/// Posts a body to the service. Returns the status and the response body.
async fn post(body: String) -> (StatusCode, String) {
    let server = Server::new(Notes).format(Format::Tagged);
    let mut config = StreamableHttpServerConfig::default();
    (config.legacy_session_mode, config.json_response) = (false, true);
    let service = StreamableHttpService::new(move || Ok(server.clone()), LocalSessionManager::default().into(), config);
    let request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(Body::from(body))
        .unwrap();
    let (head, body) = service.handle(request).await.into_parts();
    let bytes = to_bytes(Body::new(body), usize::MAX).await.unwrap();
    (head.status, String::from_utf8(bytes.to_vec()).unwrap())
}

fn call(arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"notes_read","arguments":{arguments}}}}}"#
    )
}

#[tokio::test]
async fn errors_have_the_format_of_the_server() {
    let (status, body) = post(call(r#"{"title":"eggs"}"#)).await;
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &answer["result"]["isError"]), (StatusCode::OK, &json!(true)), "{body}");
    assert_eq!(parse(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap().code, "NOTE_NOT_FOUND");
    let (_, body) = post(call("{}")).await;
    assert!(body.contains("[error:VALIDATION_ERROR]"), "{body}");
}
