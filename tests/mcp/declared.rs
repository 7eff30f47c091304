//! Tests of what a server reports to its author, on standard error.

use crate::client::{Client, text};
use agent_error::parse;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use std::process::Stdio;
use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStderr, Command};

async fn serve(arguments: &[&str]) -> (Client, ChildStderr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tools"));
    command.args(arguments).env_remove("RUST_BACKTRACE");
    let mut server = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let transport = (server.stdout.take().unwrap(), server.stdin.take().unwrap());
    (
        ().serve(transport).await.unwrap(),
        server.stderr.take().unwrap(),
    )
}

async fn answer(client: &Client, tool: &'static str) -> String {
    text(
        &client
            .call_tool(CallToolRequestParams::new(tool))
            .await
            .unwrap(),
    )
    .to_owned()
}

/// Ends the server. Returns what it has written to standard error.
async fn reported(client: Client, mut stderr: ChildStderr) -> String {
    client.cancel().await.unwrap();
    let mut reported = String::new();
    stderr.read_to_string(&mut reported).await.unwrap();
    reported
}

#[tokio::test]
async fn a_panic_is_reported_on_standard_error_and_not_to_the_client() {
    for arguments in [&[][..], &["run"]] {
        let (client, stderr) = serve(arguments).await;
        let answer = answer(&client, "panics").await;
        assert_eq!(parse(&answer).unwrap().code(), "INTERNAL");
        assert!(!answer.contains("hunter2"), "{answer}");
        let reported = reported(client, stderr).await;
        assert!(reported.contains("hunter2 is lost"), "{reported}");
    }
}

/// Declarations for unknown tools are reported before the first request, but only in debug builds.
#[tokio::test]
async fn codes_outside_the_set_and_unknown_tools_are_reported_on_standard_error() {
    let (client, stderr) = serve(&[]).await;
    assert_eq!(
        parse(&answer(&client, "declared").await).unwrap().code(),
        "TOOLS_DECLARED"
    );
    assert_eq!(
        parse(&answer(&client, "undeclared").await).unwrap().code(),
        "TOOLS_UNDECLARED"
    );
    let expected = "errors are declared for an unknown tool: `misspelt`\n\
                    `undeclared` returned TOOLS_UNDECLARED, which it doesn't declare; add it to the tool's `error_set![]`\n";
    assert_eq!(
        reported(client, stderr).await,
        if cfg!(debug_assertions) { expected } else { "" }
    );
}

/// One known action is enough, because an error may list an action for each kind of caller.
#[tokio::test]
async fn actions_that_are_no_tools_are_reported_on_standard_error() {
    let (client, stderr) = serve(&[]).await;
    for tool in ["retired", "stuck", "stuck"] {
        let error = parse(&answer(&client, tool).await).unwrap();
        assert_eq!(error.actions().is_empty(), tool == "stuck");
    }
    let expected = "errors are declared for an unknown tool: `misspelt`\n\
                    warning: no action of TOOLS_STUCK is a tool of this server, for example `unstick`\n";
    assert_eq!(
        reported(client, stderr).await,
        if cfg!(debug_assertions) { expected } else { "" }
    );
}

/// The MCP host may have closed standard error, to which reports are written.
#[tokio::test]
async fn a_closed_standard_error_does_not_affect_results() {
    let (client, stderr) = serve(&[]).await;
    drop(stderr);
    assert!(!client.list_all_tools().await.unwrap().is_empty());
    assert_eq!(
        parse(&answer(&client, "undeclared").await).unwrap().code(),
        "TOOLS_UNDECLARED"
    );
    client.cancel().await.unwrap();
}
