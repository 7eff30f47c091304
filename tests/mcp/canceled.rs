//! Tests of calls that the client cancels.

use crate::client::{OneTool, connect, enveloped};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientRequest, ErrorData, GetPromptRequest,
    GetPromptRequestParams, GetPromptResponse, ListToolsResult, PaginatedRequestParams, ReadResourceRequest,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// A server whose methods wait until the client cancels the request, and then fail.
#[derive(Clone, Default)]
struct Waiting {
    started: Arc<Notify>,
    failed: Arc<Notify>,
}

impl Waiting {
    async fn fail<T>(&self, context: RequestContext<RoleServer>, is_patient: bool) -> Result<T, ErrorData> {
        if is_patient {
            self.started.notify_one();
            context.ct.cancelled().await;
            self.failed.notify_one();
        }
        Err(ErrorData::internal_error("nobody reads this", None))
    }
}

impl ServerHandler for Waiting {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_prompts().enable_resources().enable_tools();
        ServerConfig::new(capabilities.build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![OneTool::echo(json!({"type": "object"})).tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let is_patient = request.arguments.is_none();
        self.fail(context, is_patient).await
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.fail(context, true).await
    }

    async fn read_resource(
        &self,
        _: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.fail(context, true).await
    }
}

#[tokio::test]
async fn errors_of_canceled_requests_are_not_observed() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (waiting, log) = (Waiting::default(), Arc::clone(&seen));
    let server = enveloped(waiting.clone()).on_error(move |call, _| log.lock().unwrap().push(call.to_owned()));
    let client = connect(server).await;
    for request in [
        ClientRequest::CallToolRequest(CallToolRequest::new(CallToolRequestParams::new("echo"))),
        ClientRequest::GetPromptRequest(GetPromptRequest::new(GetPromptRequestParams::new("p"))),
        ClientRequest::ReadResourceRequest(ReadResourceRequest::new(ReadResourceRequestParams::new("file:///a"))),
    ] {
        let request = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
        waiting.started.notified().await;
        request.cancel(None).await.unwrap();
        waiting.failed.notified().await;
    }
    // Without a cancellation, the same error is observed.
    let arguments = json!({"a": 1}).as_object().unwrap().clone();
    client.call_tool(CallToolRequestParams::new("echo").with_arguments(arguments)).await.unwrap_err();
    assert_eq!(*seen.lock().unwrap(), ["echo"]);
}
