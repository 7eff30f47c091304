//! Tests that debug builds report incorrect declarations to the server's author.

use crate::client::text;
use agent_error::parse;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use std::process::Stdio;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// Calls a tool. Returns the text of the result, and what the server wrote to standard error.
async fn reported_of(tool: &'static str, arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tools"));
    command.args(arguments).env_remove("RUST_BACKTRACE");
    let (transport, stderr) = TokioChildProcess::builder(command).stderr(Stdio::piped()).spawn().unwrap();
    let client = ().serve(transport).await.unwrap();
    let result = client.call_tool(CallToolRequestParams::new(tool)).await.unwrap();
    client.cancel().await.unwrap();
    let mut reported = String::new();
    stderr.unwrap().read_to_string(&mut reported).await.unwrap();
    (text(&result).to_owned(), reported)
}

#[tokio::test]
async fn a_panic_is_reported_on_standard_error_and_not_to_the_client() {
    for arguments in [&[][..], &["run"]] {
        let (answer, reported) = reported_of("panics", arguments).await;
        assert_eq!(parse(&answer).unwrap().code, "INTERNAL");
        assert!(!answer.contains("hunter2"), "{answer}");
        assert!(reported.contains("hunter2 is lost"), "{reported}");
    }
}

#[tokio::test]
async fn codes_outside_the_set_and_unknown_tools_are_reported_on_standard_error() {
    let command = Command::new(env!("CARGO_BIN_EXE_tools"));
    let (transport, stderr) = TokioChildProcess::builder(command).stderr(Stdio::piped()).spawn().unwrap();
    // Declarations for unknown tools are reported before the first request.
    let client = ().serve(transport).await.unwrap();
    for tool in ["declared", "undeclared"] {
        let result = client.call_tool(CallToolRequestParams::new(tool)).await.unwrap();
        let code = parse(text(&result)).unwrap().code.clone();
        assert_eq!(code, format!("TOOLS_{}", tool.to_uppercase()));
    }
    client.cancel().await.unwrap();

    let mut reported = String::new();
    stderr.unwrap().read_to_string(&mut reported).await.unwrap();
    let expected = match cfg!(debug_assertions) {
        true => {
            "errors are declared for an unknown tool: `misspelt`\n\
             `undeclared` returned TOOLS_UNDECLARED, which it doesn't declare; add it to the tool's `error_set![]`\n"
        }
        false => "",
    };
    assert_eq!(reported, expected);
}

/// The MCP host may have closed standard error, to which reports are written.
#[tokio::test]
async fn a_closed_standard_error_does_not_affect_results() {
    let command = Command::new(env!("CARGO_BIN_EXE_tools"));
    let (transport, stderr) = TokioChildProcess::builder(command).stderr(Stdio::piped()).spawn().unwrap();
    drop(stderr);
    let client = ().serve(transport).await.unwrap();
    assert!(!client.list_all_tools().await.unwrap().is_empty());
    let result = client.call_tool(CallToolRequestParams::new("undeclared")).await.unwrap();
    assert_eq!(parse(text(&result)).unwrap().code, "TOOLS_UNDECLARED");
    client.cancel().await.unwrap();
}
