//! Tests of all responses of a server: their format, who observes them, and panics.

use crate::client::{OneTool, call, connect, enveloped, strict, text, try_call};
use crate::errors::NoteError;
use agent_error::__private::fields;
use agent_error::{ErrorRecord, Format, parse};
use agent_error_mcp::{Server, ToolError, ToolResults, result};
use rmcp::handler::server::tool::IntoCallToolResult as _;
use rmcp::model::{
    CallToolResult, ContentBlock, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

type Error = NoteError<u8>;

/// Creates a tool that fails as its argument specifies.
fn failing() -> OneTool {
    OneTool::new(
        "fails",
        json!({"type": "object", "properties": {"how": {"type": "string"}}}),
        |arguments| {
            let coded = || -> Error {
                NoteError::NotFound {
                    title: "milk".into(),
                    token: "hunter2".into(),
                }
            };
            match arguments["how"].as_str().unwrap_or_default() {
                "coded" => result(&coded()),
                "old" => Ok(ToolResults::default().result(&Error::Old { age: 7 }).into()),
                "by hand" => Ok(ToolResults::default().result(&coded()).into()),
                "own words" => Ok(CallToolResult::error(vec![ContentBlock::text(
                    "no file /srv/notes.db",
                )])
                .into()),
                "report" => ToolError::from(std::io::Error::other("no route to 10.0.0.5"))
                    .into_call_tool_result(),
                "internal" => Err(ErrorData::internal_error("no route to 10.0.0.5", None)),
                _ => Ok(CallToolResult::success(Vec::new()).into()),
            }
        },
    )
}

#[tokio::test]
async fn errors_are_brief_by_default() {
    let client = connect(Server::new(failing())).await;
    let result = call(&client, "fails", json!({"how": "coded"})).await;
    assert!(
        text(&result).starts_with("error NOTE_NOT_FOUND: "),
        "{result:?}"
    );
}

#[tokio::test]
async fn the_envelope_of_a_warning_is_not_a_failure() {
    let client = connect(enveloped(failing()).structured(true)).await;
    let result = call(&client, "fails", json!({"how": "old"})).await;
    assert_eq!(result.is_error, Some(false));
    assert!(!text(&result).contains(r#""ok""#), "{}", text(&result));
    assert_eq!(
        *result.structured_content.as_ref().unwrap(),
        serde_json::from_str::<Value>(text(&result)).unwrap()
    );
    let envelope = agent_error::render(&Error::Old { age: 7 }, Format::ENVELOPE);
    let mut read = parse(text(&result)).unwrap();
    // The envelope doesn't contain the exit code.
    let exit_code = fields(&mut read).facts.exit_code.take();
    assert_eq!(exit_code, Some(1));
    assert_eq!(read, parse(&envelope).unwrap());
}

#[tokio::test]
async fn each_error_sent_to_a_client_is_observed() {
    let seen: Arc<Mutex<Vec<(String, ErrorRecord)>>> = Arc::default();
    let log = Arc::clone(&seen);
    let server = strict(failing()).observe(move |call, error| {
        log.lock().unwrap().push((call.to_owned(), error.clone()));
    });
    let client = connect(server).await;
    for how in [
        "coded",
        "old",
        "by hand",
        "own words",
        "report",
        "internal",
        "not at all",
    ] {
        let _ = try_call(&client, "fails", json!({"how": how})).await;
    }
    let _ = try_call(&client, "fails", json!({"how": 7})).await;
    let _ = try_call(&client, "unknown", json!({})).await;
    let seen = seen.lock().unwrap();
    let codes: Vec<(&str, &str)> = seen
        .iter()
        .map(|(call, error)| (call.as_str(), error.code()))
        .collect();
    let expected = [
        ("fails", "NOTE_NOT_FOUND"),
        ("fails", "NOTE_OLD"),
        ("fails", "NOTE_NOT_FOUND"),
        ("fails", ""),
        ("fails", "UNCLASSIFIED_ERROR"),
        ("fails", ""),
        ("fails", "VALIDATION_ERROR"),
    ];
    assert_eq!(codes[..7], expected);
    assert_eq!(seen[3].1.message(), "no file /srv/notes.db");
    assert_eq!(seen[4].1.message(), "no route to 10.0.0.5");
    assert!(!format!("{seen:?}").contains("hunter2"));
}

/// A server that panics.
struct Broken;

impl ServerHandler for Broken {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        panic!("hunter2")
    }
}

#[tokio::test]
async fn a_panic_in_another_method_becomes_an_error() {
    let client = connect(enveloped(Broken)).await;
    let ServiceError::McpError(error) = client
        .get_prompt(GetPromptRequestParams::new("p"))
        .await
        .unwrap_err()
    else {
        panic!()
    };
    assert_eq!(
        (error.code, &error.data.as_ref().unwrap()["code"]),
        (ErrorCode::INTERNAL_ERROR, &json!("INTERNAL"))
    );
    assert!(!json!(error).to_string().contains("hunter2"));
}

#[tokio::test]
async fn a_server_without_tools_has_no_method_that_calls_them() {
    let client = connect(enveloped(Broken)).await;
    let ServiceError::McpError(error) = try_call(&client, "anything", json!({})).await.unwrap_err()
    else {
        panic!()
    };
    assert_eq!(error.code, ErrorCode::METHOD_NOT_FOUND);
}
