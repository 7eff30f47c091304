//! The server for the official MCP conformance suite, over streamable HTTP. The first argument selects whether the
//! server is wrapped. The suite defines the names and results.
#![allow(deprecated, reason = "clients of older versions still call it")]

use agent_error_mcp::Server;
use rmcp::model::{
    AudioContent, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    CompletionInfo, ContentBlock, CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequest, InputRequests, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
    LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptArgument,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, Role, SamplingMessage, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, Tool, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, Write as _};

/// A PNG with one pixel, and an empty WAV file.
const IMAGE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==";
const AUDIO: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

#[derive(Clone)]
struct Everything;

fn tools() -> Vec<Tool> {
    let plain = || json!({"type": "object"});
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {
            "$anchor": "address",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }},
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
        "allOf": [{"anyOf": [{"required": ["name"]}, {"required": ["address"]}]}],
        "if": {"required": ["address"]},
        "then": {"properties": {"address": {"required": ["street"]}}},
        "else": {"required": ["name"]},
        "additionalProperties": false,
    });
    let prompted = json!({"type": "object", "properties": {"prompt": {"type": "string"}}, "required": ["prompt"]});
    let tools = [
        ("test_simple_text", plain()),
        ("test_image_content", plain()),
        ("test_audio_content", plain()),
        ("test_embedded_resource", plain()),
        ("test_multiple_content_types", plain()),
        ("test_tool_with_logging", plain()),
        ("test_error_handling", plain()),
        ("test_tool_with_progress", plain()),
        ("test_sampling", prompted),
        ("json_schema_2020_12_tool", schema),
        ("test_reconnection", plain()),
        ("test_input_required_result_elicitation", plain()),
    ];
    let tool = |(name, schema): (&'static str, Value)| {
        Tool::new(name, format!("What the suite calls {name}"), schema.as_object().cloned().unwrap_or_default())
    };
    tools.into_iter().map(tool).collect()
}

fn text_resource(uri: &str, mime_type: &str, text: impl Into<String>) -> ResourceContents {
    ResourceContents::text(text, uri).with_mime_type(mime_type)
}

fn content_of(tool: &str) -> Option<Vec<ContentBlock>> {
    let image = || ContentBlock::image(IMAGE, "image/png");
    let resource = |uri, mime_type, text| ContentBlock::resource(text_resource(uri, mime_type, text));
    Some(match tool {
        "test_simple_text" => vec![ContentBlock::text("This is a simple text response for testing.")],
        "test_image_content" => vec![image()],
        "test_audio_content" => vec![ContentBlock::Audio(AudioContent::new(AUDIO, "audio/wav"))],
        "test_embedded_resource" => {
            vec![resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")]
        }
        "test_multiple_content_types" => vec![
            ContentBlock::text("Multiple content types test:"),
            image(),
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ],
        "json_schema_2020_12_tool" | "test_reconnection" => vec![ContentBlock::text("Hello!")],
        _ => return None,
    })
}

/// Creates the result that asks the client for the user's name.
fn name_required() -> InputRequiredResult {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let mut requests = InputRequests::new();
    if let Ok(requested_schema) = serde_json::from_value(schema) {
        let message = "What is your name?".to_owned();
        let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
        requests.insert("user_name".to_owned(), InputRequest::Elicitation(ElicitRequest::new(form)));
    }
    InputRequiredResult::from_input_requests(requests)
}

/// Sends three log messages or three progress notifications.
async fn notify(tool: &str, context: &RequestContext<RoleServer>) {
    for (progress, message) in [(0.0, "Tool execution started"), (50.0, "Tool processing data"), (100.0, "Tool done")] {
        if tool == "test_tool_with_logging" {
            let log = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(message));
            let _ = context.peer.notify_logging_message(log).await;
        } else if let Some(token) = context.meta.get_progress_token() {
            let step = ProgressNotificationParam::new(token, progress).with_total(100.0).with_message(message);
            let _ = context.peer.notify_progress(step).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

impl ServerHandler for Everything {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_logging()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let blocks = match &*request.name {
            tool @ ("test_tool_with_logging" | "test_tool_with_progress") => {
                notify(tool, &context).await;
                vec![ContentBlock::text("Notified")]
            }
            "test_error_handling" => {
                let text = ContentBlock::text("This tool intentionally returns an error for testing");
                return Ok(CallToolResult::error(vec![text]).into());
            }
            "test_input_required_result_elicitation" => {
                let responses = json!(request.input_responses);
                let Some(answer) = responses["user_name"].as_object() else { return Ok(name_required().into()) };
                vec![ContentBlock::text(format!(
                    "Hello, {}!",
                    answer.get("content").and_then(|content| content.get("name")).unwrap_or(&Value::Null)
                ))]
            }
            "test_sampling" => {
                let arguments = request.arguments.unwrap_or_default();
                let prompt = arguments.get("prompt").and_then(Value::as_str).unwrap_or_default();
                let sampling = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
                let answer = context.peer.create_message(sampling).await;
                vec![ContentBlock::text(
                    answer.map_or_else(|error| error.to_string(), |answer| format!("LLM response: {answer:?}")),
                )]
            }
            other => content_of(other).ok_or_else(|| ErrorData::invalid_params("tool not found", None))?,
        };
        Ok(CallToolResult::success(blocks).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let text = Resource::new("test://static-text", "Static text").with_mime_type("text/plain");
        let binary = Resource::new("test://static-binary", "Static binary").with_mime_type("image/png");
        Ok(ListResourcesResult::with_all_items(vec![text, binary]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("test://template/{id}/data", "Data").with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let content = match (uri, id) {
            ("test://static-text", _) => {
                text_resource(uri, "text/plain", "This is the content of the static text resource.")
            }
            ("test://static-binary", _) => ResourceContents::blob(IMAGE, uri).with_mime_type("image/png"),
            (_, Some(id)) => {
                text_resource(uri, "application/json", json!({"id": id, "templateTest": true}).to_string())
            }
            _ => return Err(ErrorData::resource_not_found("resource not found", Some(json!({"uri": uri})))),
        };
        Ok(ReadResourceResult::new(vec![content]).into())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = |name: &str| PromptArgument::new(name).with_description("An argument").with_required(true);
        let prompts = vec![
            Prompt::new("test_simple_prompt", Some("Simple"), None),
            Prompt::new("test_prompt_with_arguments", Some("Two"), Some(vec![argument("arg1"), argument("arg2")])),
            Prompt::new("test_prompt_with_embedded_resource", Some("A resource"), Some(vec![argument("resourceUri")])),
            Prompt::new("test_prompt_with_image", Some("An image"), None),
        ];
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let argument = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let user = |content| PromptMessage::new(Role::User, content);
        let message = match &*request.name {
            "test_simple_prompt" => user(ContentBlock::text("This is a simple prompt for testing.")),
            "test_prompt_with_arguments" => {
                user(ContentBlock::text(format!("arg1='{}', arg2='{}'", argument("arg1"), argument("arg2"))))
            }
            "test_prompt_with_embedded_resource" => {
                let resource = text_resource(&argument("resourceUri"), "text/plain", "Embedded resource content");
                user(ContentBlock::resource(resource))
            }
            "test_prompt_with_image" => user(ContentBlock::image(IMAGE, "image/png")),
            _ => return Err(ErrorData::invalid_params("unknown prompt", None)),
        };
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let values = CompletionInfo::new(vec!["paris".to_owned(), "park".to_owned()]);
        Ok(CompleteResult::new(values.map_err(|error| ErrorData::internal_error(error, None))?))
    }
}

/// Serves until the process is killed. The first line of standard output is the address.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let (sessions, config) = (LocalSessionManager::default().into(), StreamableHttpServerConfig::default());
    let router = match std::env::args().nth(1).as_deref() {
        Some("wrapped") => {
            let server = Server::new(Everything);
            axum::Router::new()
                .nest_service("/mcp", StreamableHttpService::new(move || Ok(server.clone()), sessions, config))
        }
        _ => axum::Router::new().nest_service("/mcp", StreamableHttpService::new(|| Ok(Everything), sessions, config)),
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(io::stdout(), "http://{}/mcp", listener.local_addr()?)?;
    axum::serve(listener, router).await?;
    Ok(())
}
