//! Calls tools of an MCP server in proofs, through rmcp's client on standard input and output.

use agent_error::ErrorRecord;
use agent_error_testing::Call;
use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::Value;
use std::process::Command;
use std::rc::Rc;
use tokio::runtime::Runtime;

/// A client connected to its own server process.
pub(crate) struct Session {
    runtime: Runtime,
    service: RunningService<RoleClient, ()>,
}

impl Session {
    pub(crate) fn start(command: Command) -> Rc<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let service = runtime.block_on(async {
            let server = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
            ().serve(server).await.unwrap()
        });
        Rc::new(Self { runtime, service })
    }

    pub(crate) fn call(self: &Rc<Self>, tool: &str, arguments: Value) -> Call {
        let (session, name, sent) = (Rc::clone(self), tool.to_owned(), arguments.clone());
        Call::new(tool, arguments, move || session.answer(&name, &sent))
    }

    pub(crate) fn answer(&self, tool: &str, arguments: &Value) -> Result<Value, ErrorRecord> {
        let request =
            CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments.as_object().cloned().unwrap());
        let result = self.runtime.block_on(self.service.peer().call_tool(request)).unwrap();
        let text = result.content[0].as_text().unwrap().text.clone();
        match result.is_error {
            Some(true) => Err(agent_error::parse(&text).unwrap()),
            _ => Ok(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        }
    }
}
