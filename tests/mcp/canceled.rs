//! Tests of calls that the client cancels.

use crate::client::{connect, enveloped};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientRequest, ErrorData,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// A server whose tool waits until the client cancels the call, and then fails. With arguments, it
/// fails at once.
#[derive(Clone, Default)]
struct Waiting {
    started: Arc<Notify>,
    failed: Arc<Notify>,
}

impl ServerHandler for Waiting {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.arguments.is_none() {
            self.started.notify_one();
            context.ct.cancelled().await;
            self.failed.notify_one();
        }
        Err(ErrorData::internal_error("nobody reads this", None))
    }
}

#[tokio::test]
async fn errors_of_canceled_calls_are_not_observed() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (waiting, log) = (Waiting::default(), Arc::clone(&seen));
    let server = enveloped(waiting.clone())
        .observe(move |call, _| log.lock().unwrap().push(call.to_owned()));
    let client = connect(server).await;
    let request =
        ClientRequest::CallToolRequest(CallToolRequest::new(CallToolRequestParams::new("echo")));
    let request = client
        .send_cancellable_request(request, PeerRequestOptions::no_options())
        .await
        .unwrap();
    waiting.started.notified().await;
    request.cancel(None).await.unwrap();
    waiting.failed.notified().await;
    // Without a cancellation, the same error is observed.
    let arguments = json!({"a": 1}).as_object().unwrap().clone();
    client
        .call_tool(CallToolRequestParams::new("echo").with_arguments(arguments))
        .await
        .unwrap_err();
    assert_eq!(*seen.lock().unwrap(), ["echo"]);
}
