//! An MCP server that the agent calls over standard input and output. The agent knows its tool list.

use crate::call::Call;
use crate::failure::{Answer, Failure};
use crate::host::{Danger, Host, Parameter, Signature};
use crate::shell::Shell;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A running server and its tools. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    requests: u64,
    tools: Vec<Tool>,
    shell: Shell,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tool {
    name: String,
    input_schema: InputSchema,
    annotations: Option<Annotations>,
}

#[derive(Deserialize)]
struct InputSchema {
    #[serde(default)]
    properties: Map<String, Value>,
    #[serde(default)]
    required: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    read_only_hint: Option<bool>,
    destructive_hint: Option<bool>,
}

impl Annotations {
    /// Returns how much the tool may change. A tool without annotations may be destructive.
    fn danger(&self) -> Danger {
        match (self.read_only_hint, self.destructive_hint) {
            (Some(true), _) => Danger::Safe,
            (_, Some(false)) => Danger::Mutating,
            _ => Danger::Destructive,
        }
    }
}

/// The parts of a tool result that the agent reads.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolResult {
    #[serde(default)]
    is_error: bool,
    structured_content: Option<Value>,
    content: Vec<Content>,
}

#[derive(Deserialize)]
struct Content {
    text: String,
}

/// An error in one of the two JSON formats.
#[derive(Deserialize)]
#[serde(untagged)]
enum Reported {
    Envelope { error: Failure },
    Flat(Failure),
}

impl Server {
    /// Starts the shell's program as a server, with these arguments.
    pub(crate) fn start(shell: Shell, arguments: &[&str]) -> Self {
        let mut command = shell.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let lines = BufReader::new(stdout).lines();
        let mut server = Self { child, stdin, lines, requests: 0, tools: Vec::new(), shell };
        let client = json!({"name": "agent", "version": "1"});
        server
            .request("initialize", &json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}));
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        let mut listed = server.request("tools/list", &json!({}));
        server.tools = serde_json::from_value(listed["tools"].take()).unwrap();
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin, "{message}").unwrap();
    }

    /// Returns the result of a request, or the data of its error.
    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self.lines.next().unwrap().unwrap();
            let mut message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{message}");
                return message["result"].take();
            }
        }
    }

    fn arguments(call: &Call) -> Value {
        call.arguments.iter().map(|argument| (argument.name.clone(), argument.value.clone())).collect()
    }
}

impl Host for Server {
    fn call(&mut self, call: &Call) -> Answer {
        let params = json!({"name": call.action, "arguments": Self::arguments(call)});
        let ToolResult { is_error, structured_content, content } =
            serde_json::from_value(self.request("tools/call", &params)).unwrap();
        let content = structured_content.unwrap_or_else(|| serde_json::from_str(&content[0].text).unwrap());
        if !is_error {
            return Answer::Done(content);
        }
        match serde_json::from_value(content).unwrap() {
            Reported::Envelope { error } | Reported::Flat(error) => Answer::Failed(error),
        }
    }

    fn run(&mut self, command: &str) -> Answer {
        self.shell.run(command)
    }

    fn signature(&self, action: &str) -> Option<Signature> {
        let tool = self.tools.iter().find(|tool| tool.name == action)?;
        let parameters = tool.input_schema.properties.keys();
        let parameter =
            |name: &String| Parameter { name: name.clone(), is_required: tool.input_schema.required.contains(name) };
        Some(Signature {
            action: tool.name.clone(),
            danger: tool.annotations.as_ref().map_or(Danger::Destructive, Annotations::danger),
            parameters: parameters.map(parameter).collect(),
        })
    }

    fn shown(&self, call: &Call) -> String {
        format!("{} {}", call.action, Self::arguments(call))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
