//! Tests of requests that rmcp can't deserialize.

use crate::client::{OneTool, connect, enveloped};
use agent_error::parse;
use rmcp::model::{ClientRequest, CustomRequest, ErrorData, ServerResult};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

/// Sends a request with parameters that rmcp's typed client couldn't send. Returns the response.
async fn answer(method: &str, params: Option<Value>) -> Result<Value, ErrorData> {
    let client = connect(enveloped(OneTool::echo(json!({"type": "object"})))).await;
    match client
        .send_request(ClientRequest::CustomRequest(CustomRequest::new(
            method, params,
        )))
        .await
    {
        Ok(ServerResult::CallToolResult(result)) => Ok(serde_json::to_value(result).unwrap()),
        Ok(ServerResult::CustomResult(result)) => Ok(result.0),
        Ok(other) => panic!("{other:?}"),
        Err(ServiceError::McpError(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_call_with_malformed_parameters_is_refused_with_the_reason() {
    for (params, action, fields) in [
        (
            Some(json!({"name": "echo", "arguments": [1]})),
            "echo",
            &["arguments: Wrong type: array. Expected: object."][..],
        ),
        // Arguments in a string may contain anything, so the error doesn't quote them.
        (
            Some(json!({"name": "echo", "arguments": "{\"password\": \"hunter2\"}"})),
            "echo",
            &["arguments: Wrong type: string. Expected: object."],
        ),
        (
            Some(json!({"name": 7, "arguments": true})),
            "tools/call",
            &[
                "name: Wrong type: number. Expected: string (a tool name).",
                "arguments: Wrong type: boolean. Expected: object.",
            ],
        ),
        (
            None,
            "tools/call",
            &[
                "name: Required field is missing. You sent: (missing). Expected: string (a tool name).",
            ],
        ),
    ] {
        let result = answer("tools/call", params).await.unwrap();
        // Clients of versions before 2026-07-28 don't know `resultType`.
        assert_eq!(
            (&result["isError"], result.get("resultType")),
            (&json!(true), None)
        );
        let error = parse(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(
            (error.code(), error.context().get("action")),
            ("VALIDATION_ERROR", Some(json!(action)))
        );
        let reported: Vec<String> = error
            .field_errors()
            .collect::<Vec<_>>()
            .iter()
            .map(|field| format!("{}: {}", field.field(), field))
            .collect();
        assert_eq!(reported, fields);
    }
}

#[tokio::test]
async fn other_methods_are_passed_to_the_handler() {
    for method in ["notes/burn", "resources/read"] {
        let error = answer(method, Some(json!({"name": 7, "level": 7})))
            .await
            .unwrap_err();
        assert_eq!((error.code.0, error.data), (-32601, None), "{method}");
    }
}
