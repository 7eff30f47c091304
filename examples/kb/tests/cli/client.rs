//! An MCP client that runs `kb mcp` as its server.

use crate::tool::Sandbox;
use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::Value;
use tokio::process::Command;
use tokio::runtime::Runtime;

/// The result of a tool call.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) is_error: bool,
    /// The text content, parsed as JSON.
    pub(crate) value: Value,
}

/// A client connected to its own server process.
pub(crate) struct Client {
    runtime: Runtime,
    service: RunningService<RoleClient, ()>,
}

impl Client {
    /// Starts a server for the sandbox's knowledge base. The client has the permissions of `tier`.
    pub(crate) fn start(sandbox: &Sandbox, tier: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let command = sandbox.command(&["--tier", tier, "mcp"]);
        let service = runtime.block_on(async {
            let server = TokioChildProcess::new(Command::from(command)).unwrap();
            ().serve(server).await.unwrap()
        });
        Self { runtime, service }
    }

    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Answer {
        self.calls(&[(tool, arguments.clone())]).pop().unwrap()
    }

    /// Makes all calls concurrently. Returns the results in the order of the calls.
    pub(crate) fn calls(&self, calls: &[(&str, Value)]) -> Vec<Answer> {
        let tasks: Vec<_> = calls.iter().map(|(tool, arguments)| self.begin(tool, arguments)).collect();
        tasks.into_iter().map(|task| self.end(task)).collect()
    }

    /// Starts a call without waiting for its result.
    pub(crate) fn begin(&self, tool: &str, arguments: &Value) -> tokio::task::JoinHandle<CallToolResult> {
        let peer = self.service.peer().clone();
        let arguments = arguments.as_object().cloned().unwrap();
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.runtime.spawn(async move { peer.call_tool(request).await.unwrap() })
    }

    pub(crate) fn end(&self, call: tokio::task::JoinHandle<CallToolResult>) -> Answer {
        let result = self.runtime.block_on(call).unwrap();
        let [content] = &*result.content else { panic!("{result:?}") };
        let value = serde_json::from_str(&content.as_text().unwrap().text).unwrap();
        let answer = Answer { is_error: result.is_error == Some(true), value };
        if answer.is_error {
            assert_eq!(answer.value["error"], true, "{answer:?}");
            assert_eq!(result.structured_content, None, "the shape of an answer is not that of an error");
        } else if let Some(structured) = result.structured_content {
            assert_eq!(structured, answer.value);
        }
        answer
    }

    pub(crate) fn tools(&self) -> Vec<Tool> {
        self.runtime.block_on(self.service.list_all_tools()).unwrap()
    }

    pub(crate) fn resource(&self, uri: &str) -> Value {
        let request = rmcp::model::ReadResourceRequestParams::new(uri);
        let read = self.runtime.block_on(self.service.read_resource(request)).unwrap();
        let contents = serde_json::to_value(&read.contents[0]).unwrap();
        serde_json::from_str(contents["text"].as_str().unwrap()).unwrap()
    }
}
