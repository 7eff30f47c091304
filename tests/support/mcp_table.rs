//! Runs the tables of `tests/mcp_sdks` with rmcp's client. The results must match those that the
//! official SDKs of other languages expect.

use rmcp::model::{
    CallToolRequestParams, JsonObject, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResult, ResourceContents,
};
use rmcp::service::RunningService;
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient, ServiceError};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tokio::process::Child;

/// A sequence of calls to a server, in a new folder.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Session {
    name: String,
    /// Files of the repository to copy into the folder.
    #[serde(default)]
    copy: BTreeMap<String, String>,
    /// Commands to run before the session. They must succeed.
    #[serde(default)]
    before: Vec<Vec<String>>,
    /// The arguments that start the program as a server.
    arguments: Vec<String>,
    calls: Vec<Call>,
}

/// A tool call or a resource request, and the expected response.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: Option<String>,
    resource: Option<String>,
    #[serde(default)]
    arguments: JsonObject,
    /// The expected members of a JSON-RPC error.
    error: Option<Value>,
    is_error: Option<bool>,
    /// The expected lines of the text.
    text: Option<Vec<String>>,
    /// The expected parts of the text.
    #[serde(default)]
    contains: Vec<String>,
    /// The expected members of the structured content.
    structured: Option<Value>,
}

/// Makes all calls of the program's table, with both kinds of handshake.
#[track_caller]
pub(crate) fn assert_answers(program: &str, at_least: usize) {
    let name = Path::new(program).file_stem().unwrap().to_str().unwrap();
    let table = fs::read_to_string(root().join(format!("tests/mcp_sdks/{name}.json"))).unwrap();
    let sessions: Vec<Session> = serde_json::from_str(&table).unwrap();
    let calls: usize = sessions.iter().map(|session| session.calls.len()).sum();
    assert!(calls >= at_least, "only {calls} calls");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    for session in sessions {
        for discovers in [false, true] {
            runtime.block_on(run(program, &session, discovers));
        }
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Creates the folder for a session.
fn folder(program: &str, session: &Session) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in &session.copy {
        fs::copy(root().join(source), folder.path().join(name)).unwrap();
    }
    for arguments in &session.before {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&folder)
            .env_clear()
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
    folder
}

/// Starts a server and connects a client with either kind of handshake. The server writes its log
/// to `log`.
pub(crate) async fn client(
    program: &str,
    arguments: &[String],
    folder: &Path,
    discovers: bool,
    log: impl Into<Stdio>,
) -> (RunningService<RoleClient, ()>, Child) {
    let mut command = tokio::process::Command::new(program);
    command.args(arguments).current_dir(folder).env_clear();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let transport = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
    let lifecycle = if discovers {
        ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        }
    } else {
        ClientLifecycleMode::Initialize
    };
    (
        ().serve_with_lifecycle(transport, lifecycle).await.unwrap(),
        child,
    )
}

/// Makes all calls of a session. A debug build of the server reports undeclared codes in its log.
async fn run(program: &str, session: &Session, discovers: bool) {
    let folder = folder(program, session);
    let mut log = tempfile::tempfile().unwrap();
    let (client, mut server) = client(
        program,
        &session.arguments,
        folder.path(),
        discovers,
        log.try_clone().unwrap(),
    )
    .await;
    let mut answers = Vec::new();
    for call in &session.calls {
        let got = answer(&client, call).await;
        check(&session.name, call, &got);
        answers.extend(got.get("text").and_then(Value::as_str).map(str::to_owned));
    }
    client.cancel().await.unwrap();
    server.wait().await.unwrap();
    let mut logged = String::new();
    log.rewind().unwrap();
    log.read_to_string(&mut logged).unwrap();
    // The log may contain lines of the form `tool: CODE: …` about errors that were also returned.
    let of_an_answer = |line: &str| {
        line.split(": ")
            .nth(1)
            .is_some_and(|code| answers.iter().any(|answer: &String| answer.contains(code)))
    };
    assert!(
        logged.lines().all(of_an_answer),
        "{}: {logged}",
        session.name
    );
}

/// Makes a call and returns the response in the table's form.
async fn answer(peer: &rmcp::Peer<RoleClient>, call: &Call) -> Map<String, Value> {
    let answered = match (&call.tool, &call.resource) {
        (Some(tool), None) => {
            let request =
                CallToolRequestParams::new(tool.clone()).with_arguments(call.arguments.clone());
            peer.call_tool(request).await.map(|result| {
                let text: String = result
                    .content
                    .iter()
                    .map(|block| &*block.as_text().unwrap().text)
                    .collect();
                let is_error = result.is_error.unwrap_or_default();
                json!({"is_error": is_error, "text": text, "structured": result.structured_content})
            })
        }
        (None, Some(resource)) => {
            let read = peer
                .read_resource(ReadResourceRequestParams::new(resource.clone()))
                .await;
            read.map(|ReadResourceResult { contents, .. }| match &contents[..] {
                [ResourceContents::TextResourceContents { text, .. }] => json!({"text": text}),
                other => panic!("{other:?}"),
            })
        }
        _ => panic!("a call needs either a tool or a resource: {call:?}"),
    };
    let answered = match answered {
        Ok(answer) => answer,
        Err(ServiceError::McpError(error)) => json!({"error": error}),
        Err(other) => panic!("{call:?}: {other}"),
    };
    answered.as_object().unwrap().clone()
}

#[track_caller]
fn check(session: &str, call: &Call, got: &Map<String, Value>) {
    let shown = || format!("{session}: {call:#?}\nreturned {got:#?}");
    match (&call.error, got.get("error")) {
        (None, None) => {}
        (Some(expected), Some(error)) => return assert!(holds(expected, error), "{}", shown()),
        _ => panic!("{}", shown()),
    }
    let text = got["text"].as_str().unwrap();
    assert!(
        call.text.is_some() || !call.contains.is_empty(),
        "{call:#?} expects no text"
    );
    assert!(
        call.text
            .as_ref()
            .is_none_or(|lines| lines.join("\n") == text),
        "{}\n{text}",
        shown()
    );
    assert!(
        call.contains.iter().all(|part| text.contains(part)),
        "{}\n{text}",
        shown()
    );
    assert!(
        call.is_error
            .is_none_or(|is_error| got["is_error"] == is_error),
        "{}",
        shown()
    );
    assert!(
        call.structured
            .as_ref()
            .is_none_or(|expected| holds(expected, &got["structured"])),
        "{}",
        shown()
    );
}

/// Whether a value has all expected members. It may have more.
fn holds(expected: &Value, value: &Value) -> bool {
    match (expected, value) {
        (Value::Object(expected), Value::Object(members)) => expected
            .iter()
            .all(|(key, expected)| members.get(key).is_some_and(|value| holds(expected, value))),
        _ => expected == value,
    }
}
