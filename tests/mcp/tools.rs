//! Tests of tool calls through a server.

use crate::client::{OneTool, call, connect, enveloped, failure, strict, text};
use crate::errors::NoteError;
use agent_error::Format;
use agent_error::facts::Severity;
use agent_error::format::parse_with;
use agent_error_mcp::Server;
use agent_error_tests::parse;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ErrorData};
use rmcp::{ServerHandler, schemars, tool, tool_handler, tool_router};
use serde_json::json;
use std::sync::Arc;

type Error = NoteError<u8>;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Title {
    title: String,
}

#[derive(Clone)]
pub(crate) struct Notes;

#[tool_router]
#[allow(clippy::unused_self, reason = "rmcp calls tools on their server")]
impl Notes {
    #[tool(name = "notes_read", description = "Reads a note")]
    async fn read(&self, Parameters(Title { title }): Parameters<Title>) -> Result<String, Error> {
        tokio::task::yield_now().await;
        match title.as_str() {
            "milk" => Ok("Buy milk".to_owned()),
            "old" => Err(NoteError::Old { age: 7 }),
            "cursor" => Err(NoteError::Cursor),
            "bug" => panic!("the index {title} is out of /home/me/src/notes.rs"),
            _ => Err(NoteError::NotFound {
                title,
                token: "hunter2".to_owned(),
            }),
        }
    }

    #[tool(name = "notes_list", description = "Lists the notes")]
    fn list(&self) -> String {
        "milk".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Notes {}

#[tokio::test]
async fn tool_errors_have_the_format_of_the_server() {
    for format in [
        Format::ENVELOPE,
        agent_error_formats::FLAT,
        agent_error_formats::XML,
        agent_error_formats::TAGGED,
        Format::BRIEF,
    ] {
        let client = connect(enveloped(Notes).format(format)).await;
        let result = call(&client, "notes_read", json!({"title": "eggs"})).await;
        assert_eq!(result.is_error, Some(true));
        let error: Error = NoteError::NotFound {
            title: "eggs".into(),
            token: String::new(),
        };
        assert_eq!(text(&result), agent_error::render(&error, format));
        assert_eq!(
            text(&call(&client, "notes_read", json!({"title": "milk"})).await),
            "Buy milk"
        );
        // The server's own errors use the same format.
        assert_eq!(
            parse(text(&call(&client, "notes_read", json!({})).await))
                .unwrap()
                .code(),
            "VALIDATION_ERROR"
        );
    }
}

/// Clients discard a successful result that doesn't match the output schema.
#[tokio::test]
async fn a_warning_that_an_output_schema_does_not_allow_stays_an_error() {
    let warning = || agent_error_mcp::result(&NoteError::Old { age: 7 });
    for (schema, is_error) in [(None, false), (Some(json!({"type": "object"})), true)] {
        let mut server = OneTool::new("read", json!({"type": "object"}), move |_| {
            match warning()? {
                CallToolResponse::Complete(mut result) => {
                    result.is_error = Some(true);
                    Ok(result.into())
                }
                other => Ok(other),
            }
        });
        server.tool.output_schema =
            schema.map(|schema| Arc::new(schema.as_object().unwrap().clone()));
        let client = connect(enveloped(server)).await;
        let result = call(&client, "read", json!({})).await;
        assert_eq!(
            (parse(text(&result)).unwrap().code(), result.is_error),
            ("NOTE_OLD", Some(is_error))
        );
    }
}

/// Clients validate the structured content against the output schema, even for errors, and discard
/// it if it doesn't match.
#[tokio::test]
async fn structured_content_is_added_on_request_unless_there_is_an_output_schema() {
    let schema = || {
        json!({"type": "object", "required": ["id"]})
            .as_object()
            .unwrap()
            .clone()
    };
    let error = || -> Error {
        NoteError::NotFound {
            title: "a".into(),
            token: String::new(),
        }
    };
    let mut tool = OneTool::new("read", json!(schema()), move |_| {
        agent_error_mcp::result(&error())
    });
    tool.tool.output_schema = Some(Arc::new(schema()));
    let client = connect(strict(tool).structured(true)).await;
    for (arguments, code) in [
        (json!({}), "VALIDATION_ERROR"),
        (json!({"id": 1}), "NOTE_NOT_FOUND"),
    ] {
        let result = call(&client, "read", arguments).await;
        assert_eq!(
            (
                parse(text(&result)).unwrap().code(),
                &result.structured_content
            ),
            (code, &None)
        );
    }
    // Without an output schema, the structured content is the envelope, if the server asks for it.
    for (structured, code) in [(false, None), (true, Some("NOTE_NOT_FOUND"))] {
        let client = connect(enveloped(Notes).structured(structured)).await;
        let content = call(&client, "notes_read", json!({"title": "a"}))
            .await
            .structured_content;
        assert_eq!(
            content
                .as_ref()
                .map(|content| content["error"]["code"].as_str().unwrap()),
            code
        );
    }
}

#[tokio::test]
async fn a_panic_becomes_an_error_and_the_server_continues() {
    let client = connect(enveloped(Notes)).await;
    let error = failure(&client, "notes_read", json!({"title": "bug"})).await;
    assert_eq!(
        (error.code(), error.severity()),
        ("INTERNAL", Severity::Critical)
    );
    assert!(!error.is_retryable());
    let text = agent_error::render(&error, Format::ENVELOPE);
    assert!(
        !text.contains("notes.rs"),
        "what it says is for the log: {text}"
    );
    assert_eq!(
        self::text(&call(&client, "notes_read", json!({"title": "milk"})).await),
        "Buy milk"
    );
}

#[tokio::test]
async fn a_wrapped_server_gains_no_tool_and_no_resource_unless_it_is_asked_to() {
    let client = connect(enveloped(OneTool::echo(json!({"type": "object"})))).await;
    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(
        tools.iter().map(|tool| &*tool.name).collect::<Vec<_>>(),
        ["echo"]
    );
    let capabilities = &client.peer_info().unwrap().capabilities;
    assert!(capabilities.resources.is_none(), "{capabilities:?}");
    assert!(
        client
            .list_all_resources()
            .await
            .unwrap_or_default()
            .is_empty()
    );
}

/// The message of serde quotes values.
#[tokio::test]
async fn arguments_that_only_serde_refuses_are_reported_without_secrets() {
    for token in [
        "hunter2",
        "hun\"ter\\2\n",
        "caf\u{e9}\u{200b}",
        "line\u{1b}[31m",
        &"hunter2".repeat(20_000),
    ] {
        let tool = OneTool::new("login", json!({"type": "object"}), |arguments| {
            let token = arguments["token"].as_str().unwrap_or_default();
            let why = format!(
                "failed to deserialize parameters: {token:?}, {}, {token} is weak",
                json!(token)
            );
            if arguments.contains_key("as_result") {
                Ok(CallToolResult::error(vec![ContentBlock::text(why)]).into())
            } else {
                Err(ErrorData::invalid_params(why, None))
            }
        });
        let client = connect(enveloped(tool)).await;
        for arguments in [
            json!({"token": token}),
            json!({"token": token, "as_result": true}),
        ] {
            let error = failure(&client, "login", arguments).await;
            assert_eq!(
                error.field_errors().next().unwrap().to_string(),
                "Invalid arguments: \"[REDACTED]\", \"[REDACTED]\", [REDACTED] is weak."
            );
        }
    }
}

#[tokio::test]
async fn a_server_writes_a_format_of_the_user() {
    let server = Server::new(Notes).format(agent_error_tests::ACME);
    let client = connect(server).await;
    let result = call(&client, "notes_read", json!({"title": "eggs"})).await;
    let text = text(&result);
    assert!(
        text.starts_with(r#"{"errorCode":"NOTE_NOT_FOUND","#),
        "{text}"
    );
    let record = parse_with(text, &[agent_error_tests::ACME_READER]).unwrap();
    assert_eq!(record.code(), "NOTE_NOT_FOUND");
}
