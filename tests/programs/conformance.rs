//! The server for the official MCP conformance suite, over streamable HTTP. The first argument
//! selects whether the server is wrapped. The suite defines the names and results.
#![allow(deprecated, reason = "clients of older versions still call it")]

use agent_error_mcp::Server;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequest, InputRequests,
    InputRequiredResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptArgument,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate, Role, SamplingMessage, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{self, Write as _};

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
        ("test_error_handling", plain()),
        ("test_tool_with_progress", plain()),
        ("test_sampling", prompted),
        ("json_schema_2020_12_tool", schema),
        ("test_input_required_result_elicitation", plain()),
        ("test_reconnection", plain()),
    ];
    let tool = |(name, schema): (&'static str, Value)| {
        Tool::new(
            name,
            format!("What the suite calls {name}"),
            schema.as_object().cloned().unwrap_or_default(),
        )
    };
    tools.into_iter().map(tool).collect()
}

fn text_resource(uri: &str, mime_type: &str, text: impl Into<String>) -> ResourceContents {
    ResourceContents::text(text, uri).with_mime_type(mime_type)
}

/// Creates the result that asks the client for the user's name.
fn name_required() -> InputRequiredResult {
    let schema =
        json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let mut requests = InputRequests::new();
    if let Ok(requested_schema) = serde_json::from_value(schema) {
        let message = "What is your name?".to_owned();
        let form = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message,
            requested_schema,
        };
        requests.insert(
            "user_name".to_owned(),
            InputRequest::Elicitation(ElicitRequest::new(form)),
        );
    }
    InputRequiredResult::from_input_requests(requests)
}

/// Sends three progress notifications.
async fn notify(context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else {
        return;
    };
    for progress in [0.0, 50.0, 100.0] {
        let step = ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
        let _ = context.peer.notify_progress(step).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

impl ServerHandler for Everything {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_prompts()
                .enable_resources()
                .enable_tools()
                .build(),
        )
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
            "test_tool_with_progress" => {
                notify(&context).await;
                vec![ContentBlock::text("Notified")]
            }
            "test_error_handling" => {
                let text =
                    ContentBlock::text("This tool intentionally returns an error for testing");
                return Ok(CallToolResult::error(vec![text]).into());
            }
            "test_input_required_result_elicitation" => {
                let responses = json!(request.input_responses);
                let Some(answer) = responses["user_name"].as_object() else {
                    return Ok(name_required().into());
                };
                vec![ContentBlock::text(format!(
                    "Hello, {}!",
                    answer
                        .get("content")
                        .and_then(|content| content.get("name"))
                        .unwrap_or(&Value::Null)
                ))]
            }
            "test_sampling" => {
                let arguments = request.arguments.unwrap_or_default();
                let prompt = arguments
                    .get("prompt")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                let sampling =
                    CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
                let answer = context.peer.create_message(sampling).await;
                vec![ContentBlock::text(answer.map_or_else(
                    |error| error.to_string(),
                    |answer| format!("LLM response: {answer:?}"),
                ))]
            }
            "test_simple_text" => vec![ContentBlock::text(
                "This is a simple text response for testing.",
            )],
            "json_schema_2020_12_tool" | "test_reconnection" => vec![ContentBlock::text("Hello!")],
            _ => return Err(ErrorData::invalid_params("tool not found", None)),
        };
        Ok(CallToolResult::success(blocks).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let text = Resource::new("test://static-text", "Static text").with_mime_type("text/plain");
        Ok(ListResourcesResult::with_all_items(vec![text]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("test://template/{id}/data", "Data")
            .with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let id = uri
            .strip_prefix("test://template/")
            .and_then(|rest| rest.strip_suffix("/data"));
        let content = match (uri, id) {
            ("test://static-text", _) => text_resource(
                uri,
                "text/plain",
                "This is the content of the static text resource.",
            ),
            (_, Some(id)) => text_resource(
                uri,
                "application/json",
                json!({"id": id, "templateTest": true}).to_string(),
            ),
            _ => {
                return Err(ErrorData::resource_not_found(
                    "resource not found",
                    Some(json!({"uri": uri})),
                ));
            }
        };
        Ok(ReadResourceResult::new(vec![content]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = |name: &str| {
            PromptArgument::new(name)
                .with_description("An argument")
                .with_required(true)
        };
        let prompt = Prompt::new(
            "test_prompt_with_arguments",
            Some("Two"),
            Some(vec![argument("arg1"), argument("arg2")]),
        );
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let argument = |name: &str| {
            arguments
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let text = match &*request.name {
            "test_prompt_with_arguments" => {
                format!("arg1='{}', arg2='{}'", argument("arg1"), argument("arg2"))
            }
            _ => return Err(ErrorData::invalid_params("unknown prompt", None)),
        };
        Ok(GetPromptResult::new(vec![PromptMessage::new(
            Role::User,
            ContentBlock::text(text),
        )])
        .into())
    }
}

/// Serves until the process is killed. The first line of standard output is the address.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let (sessions, config) = (
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default(),
    );
    let router = match std::env::args().nth(1).as_deref() {
        Some("wrapped") => {
            let server = Server::new(Everything);
            axum::Router::new().nest_service(
                "/mcp",
                StreamableHttpService::new(move || Ok(server.clone()), sessions, config),
            )
        }
        _ => axum::Router::new().nest_service(
            "/mcp",
            StreamableHttpService::new(|| Ok(Everything), sessions, config),
        ),
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(io::stdout(), "http://{}/mcp", listener.local_addr()?)?;
    axum::serve(listener, router).await?;
    Ok(())
}
