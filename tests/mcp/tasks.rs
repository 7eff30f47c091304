//! Tests of the results of tasks, which run independently of the call that started them.

use crate::errors::NoteError;
use agent_error::{Format, Renderer};
use agent_error_mcp::{Responder, Server};
use rmcp::model::{
    CallToolResult, ClientCapabilities, ClientConfig, ContentBlock, DetailedTask, ErrorData, GetTaskParams,
    GetTaskResult, Implementation, ServerCapabilities, ServerConfig, Task, TaskPayload, TaskStatus,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};

/// A server whose tasks have all completed. The task ID selects the result.
struct Tasks;

impl ServerHandler for Tasks {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tasks().build())
    }

    async fn get_task(&self, task: GetTaskParams, _: RequestContext<RoleServer>) -> Result<GetTaskResult, ErrorData> {
        let error: NoteError<u8> = NoteError::NotFound { title: "milk".into(), token: "hunter2".into() };
        let result = match task.task_id.as_str() {
            "coded" => Responder::default().result(&error),
            "own words" => CallToolResult::error(vec![ContentBlock::text("{\"ok\":false, I mean it")]),
            _ => CallToolResult::success(vec![ContentBlock::text("{\"ok\":false,\"error\":\"none\"}")]),
        };
        let Value::Object(result) = json!(result) else { panic!() };
        let task = Task::new(task.task_id, TaskStatus::Completed, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
        Ok(GetTaskResult::new(DetailedTask::new(task, TaskPayload::Completed { result })))
    }
}

async fn text_of(server: Server<Tasks>, task: &str) -> String {
    let (near, far) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(near).await.unwrap().waiting().await.unwrap() });
    let capabilities = ClientCapabilities::builder().enable_tasks().build();
    let client = ClientConfig::new(capabilities, Implementation::new("test", "0")).serve(far).await.unwrap();
    let result = client.peer().get_task(GetTaskParams::new(task)).await.unwrap();
    let TaskPayload::Completed { result } = result.task.payload else { panic!("{task} is not completed") };
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_task_error_has_the_format_of_the_server() {
    let error: NoteError<u8> = NoteError::NotFound { title: "milk".into(), token: "hunter2".into() };
    for format in [Format::Tagged, Format::Xml, Format::Flat, Format::Envelope] {
        let shown = text_of(Server::new(Tasks).format(format), "coded").await;
        assert_eq!(shown, Renderer::new(format).render(&error).trim_end_matches('\n'), "{format}");
    }
}

#[tokio::test]
async fn other_task_results_are_passed_on_unchanged() {
    for (task, shown) in [("own words", "{\"ok\":false, I mean it"), ("fine", "{\"ok\":false,\"error\":\"none\"}")] {
        assert_eq!(text_of(Server::new(Tasks).format(Format::Tagged), task).await, shown);
    }
}
